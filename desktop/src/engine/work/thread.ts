import { parentPort, workerData } from 'node:worker_threads';
import { realSurroundings } from '@stagelink/shared/staging/surroundings';
import { lookAt } from '../looking.ts';
import { sendTo, until } from '../sending.ts';
import { runStage, type StageEnd, type StageJob } from '../stageRun.ts';
import type { FromThread, ToThread } from './folderWork.ts';

const PULSE_MS = 250;

if (!parentPort) throw new Error('This runs in a thread of the engine');
const port = parentPort;
const { pulse } = workerData as { pulse: Int32Array };
let abort = new AbortController();

const post = (message: FromThread): void => port.postMessage(message);

function stage(job: StageJob): Promise<StageEnd> {
  abort = new AbortController();
  const { signal } = abort;
  const { account } = job;
  return runStage(job, {
    send: until(sendTo(account, { token: account.token ?? undefined }), signal),
    surroundings: realSurroundings,
    signal,
    hear: (event) => post({ type: 'event', event }),
  });
}

// A call to a disk that does not answer stops this clock, too.
setInterval(() => void Atomics.add(pulse, 0, 1), PULSE_MS);

port.on('message', (message: ToThread) => {
  if (message.type === 'abort') return abort.abort();
  const work =
    message.type === 'stage' ? stage(message.job) : lookAt(message.job.folder, message.job.environment);
  void work.then((value) => post({ type: 'ended', value }));
});
