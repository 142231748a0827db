import type * as native from '../native.ts';

/** Native functions captured before the prototype's scripts could override them. */
export let own: typeof native;

export function useNative(given: typeof native): void {
  own = given;
}
