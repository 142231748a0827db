/** Height in pixels: an overlay that has less room on one side of its button opens on the other. */
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

const EDGE = 8;
/** The top bar (`--bar`) stays in place and covers overlays of the page. */
const TOP_BAR = 53;
const padding = { top: TOP_BAR + EDGE, right: EDGE, bottom: EDGE, left: EDGE };

/** Keeps overlays inside the window and clear of the top bar; larger ones scroll. */
export const IN_WINDOW = { flip: { padding }, shift: true, size: { padding, apply: fit } };
