import type { Locator } from '@stagelink/shared/locator/locator';

const quote = (text: string) => ({ text, rare: [] });

/** Where a page's heading is, as the agent would say it. */
export const LOCATOR: Locator = {
  elementSelector: 'h1',
  elementCoordinates: { x: 120, y: 80 },
  offset: { x: 0.5, y: 0.5 },
  tag: 'h1',
  attributes: {},
  own: [],
  classes: [],
  role: 'heading',
  name: quote('Cart'),
  text: quote('Cart'),
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
};
