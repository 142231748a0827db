/** In pixels: an overlay that has less room on one side of its button opens on the other. */
const LEAST_HEIGHT = 160;

interface Room {
  availableWidth: number;
  availableHeight: number;
  elements: { floating: HTMLElement };
}

function fit({ availableWidth, availableHeight, elements }: Room): void {
  Object.assign(elements.floating.style, {
    maxWidth: `${availableWidth}px`,
    maxHeight: `${Math.max(availableHeight, LEAST_HEIGHT)}px`,
  });
}

/** Keeps overlays inside the window; larger ones scroll. */
export const IN_WINDOW = { flip: true, shift: true, size: { padding: 8, apply: fit } };
