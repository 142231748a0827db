import type { Locator } from '../locator/locator.ts';

/** Builds a locator of a page's heading; `more` overrides fields. */
export function locator(more: Partial<Locator> = {}): Locator {
  return {
    elementSelector: 'h1',
    elementCoordinates: { x: 120, y: 80 },
    offset: { x: 0.5, y: 0.5 },
    tag: 'h1',
    attributes: {},
    own: [],
    classes: [],
    role: 'heading',
    name: { text: 'Cart', rare: [] },
    text: { text: 'Cart', rare: [] },
    circles: [],
    alone: true,
    twins: 0,
    path: ['h1:1/1'],
    size: 12,
    box: { x: 20, y: 60, width: 200, height: 40 },
    lang: 'en',
    dialog: null,
    route: '/',
    viewport: { width: 840, height: 856 },
    scrolls: [],
    ...more,
  };
}
