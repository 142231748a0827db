import { setTimeout as wait } from 'node:timers/promises';
import { replaceUnderLoad } from '../../../tests/support/rollingRestart.ts';
import { figure } from '../figures.ts';
import type { Step } from '../step.ts';

const LOAD = { clients: 8, perSecond: 40, followers: 10 };
const BEFORE_MS = 2_000;
/** Longer than clients take to reconnect. */
const GONE_MS = 8_000;

/** One server ends without warning, and its clients go on with the other. */
export const kill: Step = async ({ installation }) => {
  const [one] = installation.members;
  const { sent, failures, missed, longestLossMs, comments } = await replaceUnderLoad(
    installation,
    LOAD,
    async () => {
      await wait(BEFORE_MS);
      await one.kill();
      await wait(GONE_MS);
      await one.start();
      await wait(BEFORE_MS);
    },
  );
  figure({ name: 'kill -9: longest time without a socket', value: longestLossMs, most: 6000, unit: 'ms' });
  figure({
    name: 'kill -9: acknowledged comments lost or not announced',
    value: missed,
    most: 0,
    detail: `of ${comments}`,
  });
  // What the server was answering cannot be repeated by nginx unless it only reads.
  const most = LOAD.perSecond;
  figure({ name: 'kill -9: failed requests', value: failures.length, most, detail: `of ${sent}` });
};
