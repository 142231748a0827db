import type * as native from '../native.ts';

/** The browser's own functions as the agent held them before the prototype began: this file is loaded long after. */
export let own: typeof native;

export function hold(given: typeof native): void {
  own = given;
}
