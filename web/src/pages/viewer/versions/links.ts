import type { PreviewLink } from '../../../data/preview.ts';
import { keepInStep, type Side } from './inStep.ts';

/** The lines to the agents of two versions, each of which follows where the other is led. */
export function createLinks() {
  const links = new Map<Side, PreviewLink>();
  const inStep = keepInStep((side, message) => void links.get(side)?.send(message));
  return {
    inStep,
    /** A version takes this side. */
    take(side: Side, link: PreviewLink): void {
      inStep.replaced(side);
      links.set(side, link);
    },
  };
}

export type Links = ReturnType<typeof createLinks>;
