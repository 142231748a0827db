import { parentPort, workerData } from 'node:worker_threads';
import { systemRuntime } from '@stagelink/shared/staging/node/runtime';
import { detectFolder } from '../detectFolder.ts';
import { type Interrupted, type RecordedFolder, settleInterrupted } from '../folderRecord.ts';
import { sendTo, sendUntil } from '../sending.ts';
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
  return runStage(job, {
    send: sendUntil(job.account, signal),
    runtime: systemRuntime,
    signal,
    onEvent: (event) => post({ type: 'event', event }),
  });
}

function settle(recorded: RecordedFolder): Promise<Interrupted> {
  const { account } = recorded;
  return settleInterrupted(recorded, sendTo(account, { token: account.token ?? undefined }));
}

function workOf(message: Exclude<ToThread, { type: 'abort' }>) {
  switch (message.type) {
    case 'stage':
      return stage(message.job);
    case 'look':
      return detectFolder(message.job.folder, message.job.environment);
    case 'settle':
      return settle(message.job);
  }
}

// A blocked file system call stops this counter, too.
setInterval(() => void Atomics.add(pulse, 0, 1), PULSE_MS);

port.on('message', (message: ToThread) => {
  if (message.type === 'abort') return abort.abort();
  void workOf(message).then((value) => post({ type: 'ended', value }));
});
