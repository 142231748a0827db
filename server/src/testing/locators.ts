import type { Locator } from '@stagelink/shared/locator/locator';
import { locator } from '@stagelink/shared/testing/locator';

/** Returns the locator of a button with this selector. */
export const locatorOf = (elementSelector: string, x = 10.25, y = 20): Locator =>
  locator({
    elementSelector,
    elementCoordinates: { x, y },
    tag: 'button',
    attributes: { id: 'save' },
    own: ['id'],
    role: 'button',
    name: { text: '', rare: [] },
    text: { text: 'Save', rare: ['save'] },
    path: ['div:1/2', 'button:1/1'],
    box: { x: 0, y: 0, width: 20, height: 40 },
    route: '/checkout',
    viewport: { width: 390, height: 844 },
  });
