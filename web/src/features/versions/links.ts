import type { PreviewLink } from '../preview/api.ts';
import { syncScroll, type Side } from './scrollSync.ts';

/** Connects the agents of two versions: each follows the other's route and scrolling. */
export function createLinks() {
  const links = new Map<Side, PreviewLink>();
  const inStep = syncScroll((side, message) => void links.get(side)?.send(message));
  return {
    inStep,
    /** Assigns a connection to a side. */
    take(side: Side, link: PreviewLink): void {
      inStep.replaced(side);
      links.set(side, link);
    },
  };
}

export type Links = ReturnType<typeof createLinks>;
