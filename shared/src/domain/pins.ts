import type { Locator } from '../locator/locator.ts';
import type { PinFinding } from '../preview/messages.ts';

/** Results of pins in replies: installed programs parse them and reject others. */
export const PIN_RESULTS = ['found', 'doubtful', 'lost', 'elsewhere'] as const;
type Result = (typeof PIN_RESULTS)[number];

/** Results of pins as they are displayed. */
export const PIN_STATES = [...PIN_RESULTS, 'removed'] as const;
export type PinState = (typeof PIN_STATES)[number];

interface PinResult {
  status: Result;
  /** Lost because its element is gone while all around it is still there. */
  isRemoved: boolean;
}

/** Returns the state that a result in a reply means. */
export const stateOf = ({ status, isRemoved }: PinResult): PinState =>
  status === 'lost' && isRemoved ? 'removed' : status;

/** Returns the state as a result. */
export const resultOf = (state: PinState): PinResult =>
  state === 'removed' ? { status: 'lost', isRemoved: true } : { status: state, isRemoved: false };

/** Returns what a page reported as a state to keep: what says nothing about the pin is `elsewhere`. */
export const keptState = (status: PinFinding['status']): PinState =>
  PIN_STATES.find((state) => state === status) ?? 'elsewhere';

/** Returns the position of a pin that a locator describes, as a comment contains it. */
export const pinOf = ({ elementSelector, elementCoordinates: { x, y } }: Locator) => ({
  elementSelector,
  elementX: x,
  elementY: y,
});
