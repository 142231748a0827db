import { setTimeout as wait } from 'node:timers/promises';
import { replaceUnderLoad } from '../../../tests/support/rollingRestart.ts';
import { figure, printFailures } from '../figures.ts';
import type { Step } from '../step.ts';

const LOAD = { clients: 8, perSecond: 40, followers: 10, isPatient: true };
const BEFORE_MS = 2_000;

/** One server after the other is replaced, at once after the first is healthy. */
export const restart: Step = async ({ installation }) => {
  const result = await replaceUnderLoad(installation, LOAD, async () => {
    await wait(BEFORE_MS);
    for (const member of installation.members) {
      await member.stop();
      await member.start();
    }
    await wait(BEFORE_MS);
  });
  const { sent, repeated, comments, failures, missed, gaps, longestMs } = result;
  figure({
    name: 'rolling restart: failed requests',
    value: failures.length,
    most: 0,
    detail: `of ${sent}, longest ${longestMs.toFixed(0)} ms, ${repeated} repeated after 503`,
  });
  printFailures(failures);
  figure({ name: 'rolling restart: gaps in numbers of open sockets', value: gaps, most: 0 });
  figure({
    name: 'rolling restart: events missed by followers',
    value: missed,
    most: 0,
    detail: `${comments} comments, ${LOAD.followers} followers`,
  });
};
