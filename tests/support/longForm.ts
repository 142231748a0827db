/** `npm run test:long` repeats everything that can be repeated; `npm test` repeats it a few times. */
export const IS_LONG = process.env['STAGELINK_TEST_LONG'] !== undefined;
