/** Whether tests that repeat what they prove do all of it (`npm run test:long`), instead of a part (`npm test`). */
export const IS_LONG = process.env['STAGELINK_TEST_LONG'] !== undefined;

/** Stories that only `npm run test:long` runs: variants of a story that `npm test` has. */
export const LONG = { tag: '@long' };

/** Stories that `npm test` runs with some of their cases. */
export const SAMPLED = { tag: '@sampled' };

/** Returns every nth of the cases in `npm test`, and all of them in the long form. */
export const sample = <T>(cases: readonly T[], nth: number): readonly T[] =>
  IS_LONG ? cases : cases.filter((_, at) => at % nth === 0);
