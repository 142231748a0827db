/** Frames have numbers of their own; what cancels a timer cancels an interval too. */
export const frameKey = (id: unknown) => `frame ${String(id)}`;
export const timerKey = (id: unknown) => String(id);
