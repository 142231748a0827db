const EDGE = 8;
/** The top bar (`--bar`) stays in place and covers overlays of the page. */
const TOP_BAR = 53;

/** Keeps popups inside the window and clear of the top bar, where scrolling containers cannot clip them. */
export const IN_WINDOW = {
  positionMethod: 'fixed',
  sideOffset: 8,
  collisionPadding: { top: TOP_BAR + EDGE, right: EDGE, bottom: EDGE, left: EDGE },
} as const;

/** What every popup gets from its trigger. */
export interface PopupProps {
  id: string;
  triggerId: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}
