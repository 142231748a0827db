import { setTimeout as wait } from 'node:timers/promises';
import { replaceUnderLoad } from '../../../tests/support/rollingRestart.ts';
import { figure, printFailures } from '../figures.ts';
import type { Step } from '../step.ts';

const LOAD = { clients: 8, perSecond: 40, followers: 10 };
const AWAY_MS = 3_000;
const AFTER_MS = 12_000;

/** What a client may be answered meanwhile. */
const isUnavailable = (failure: string) => /busy|not available|503|try again/i.test(failure);

/** PostgreSQL is stopped for three seconds. */
export const databaseAway: Step = async ({ installation, database }) => {
  let stoppedMs = 0;
  const result = await replaceUnderLoad(installation, LOAD, async () => {
    await wait(1_000);
    stoppedMs = performance.now();
    await database.pause();
    await wait(AWAY_MS);
    await database.resume();
    stoppedMs = performance.now() - stoppedMs;
    await wait(AFTER_MS);
  });
  const { failures, missed, comments, sent } = result;
  const other = failures.filter((failure) => !isUnavailable(failure));
  const times = failures.map((failure) => Number(/ at ([\d.]+) s/.exec(failure)?.[1]));
  const lastSeconds = Math.max(1, ...times) - 1;
  figure({
    name: 'database away: failures that are no 503 with a sentence',
    value: other.length,
    most: 0,
    detail: `${failures.length} of ${sent} failed`,
  });
  printFailures(other);
  figure({
    name: 'database away: last failed request after it was back',
    value: Math.max(0, lastSeconds * 1000 - stoppedMs),
    most: 2000,
    unit: 'ms',
    detail: `it was away for ${(stoppedMs / 1000).toFixed(1)} s`,
  });
  figure({
    name: 'database away: acknowledged comments lost',
    value: missed,
    most: 0,
    detail: `of ${comments}`,
  });
};
