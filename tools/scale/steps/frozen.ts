import { setTimeout as wait } from 'node:timers/promises';
import { replaceUnderLoad } from '../../../tests/support/rollingRestart.ts';
import { figure, printFailures } from '../figures.ts';
import type { Step } from '../step.ts';

const LOAD = { clients: 8, perSecond: 20, followers: 4 };
const FROZEN_MS = 10_000;

/** One server is stopped by the system, so that it accepts connections and answers nothing. */
export const frozen: Step = async ({ installation }) => {
  const { process: child } = installation.members[0].current;
  const { failures, sent, longestMs, missed } = await replaceUnderLoad(installation, LOAD, async () => {
    await wait(1_000);
    child.kill('SIGSTOP');
    await wait(FROZEN_MS);
    child.kill('SIGCONT');
    await wait(1_000);
  });
  figure({ name: 'frozen server: failed requests', value: failures.length, most: 0, detail: `of ${sent}` });
  printFailures(failures);
  figure({
    name: 'frozen server: longest answer',
    value: longestMs,
    most: FROZEN_MS + 2_000,
    unit: 'ms',
    detail: `it was frozen for ${FROZEN_MS} ms`,
  });
  figure({ name: 'frozen server: events missed by followers', value: missed, most: 0 });
};
