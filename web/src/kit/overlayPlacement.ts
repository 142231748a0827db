/** Keeps overlays inside the window; larger ones scroll. */
export const IN_WINDOW = { flip: true, shift: true, size: { padding: 8 } };
