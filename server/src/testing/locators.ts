import type { Locator } from '@stagelink/shared/locator/locator';

/** Of a button that this selector leads to. */
export const locatorOf = (elementSelector: string, x = 10.25, y = 20): Locator => ({
  elementSelector,
  elementCoordinates: { x, y },
  offset: { x: 0.5, y: 0.5 },
  tag: 'button',
  attributes: { id: 'save' },
  own: ['id'],
  classes: [],
  role: 'button',
  name: { text: '', rare: [] },
  text: { text: 'Save', rare: ['save'] },
  circles: [],
  alone: true,
  twins: 0,
  size: 12,
  path: ['div:1/2', 'button:1/1'],
  box: { x: 0, y: 0, width: 20, height: 40 },
  lang: 'en',
  dialog: null,
  route: '/checkout',
  viewport: { width: 390, height: 844 },
  scrolls: [],
});
