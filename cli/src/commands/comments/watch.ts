import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '@stagelink/shared/agentTools/feedback';
import { toThreadPayload, UNLIMITED } from '@stagelink/shared/agentTools/threadPayload';
import type { Feedback } from '@stagelink/shared/contracts/agentWork';
import { connectForLong } from '../../connection.ts';
import { type Context, writeStatus } from '../../context.ts';
import { listed } from '../../formatThread.ts';
import { toJson } from '../../output.ts';
import { findTarget, hasTarget } from '../../target.ts';

export interface WatchOptions {
  /** Snapshot or folder; by default that of the current folder, else all. */
  of?: string;
  /** `cursor` of the last line that was read. */
  after?: string;
  as?: string;
}

/** Between two calls that a server which stops ended at once. */
const PAUSE_MS = 1000;
const NAME = 'stagelink';

function write(context: Context, { thread, cursor }: Feedback): void {
  const brief = toThreadPayload(thread, UNLIMITED);
  const lines = context.json
    ? [toJson({ thread: brief, cursor })]
    : [...listed([brief], Date.now(), true), ''];
  context.stdout.write(`${lines.join('\n')}\n`);
}

/** Writes each thread that is sent to agents, one JSON line each with `--json`, until Ctrl-C. */
export async function run(context: Context, { of, after, as }: WatchOptions): Promise<null> {
  const connection = await connectForLong(context);
  const isNamed = of !== undefined || hasTarget(context, connection);
  const wanted = {
    agent: { id: crypto.randomUUID(), name: as ?? NAME },
    ...(isNamed ? { snapshotId: findTarget(context, connection, of).id } : {}),
  };
  const running = { signal: context.signal, onRound: () => undefined };
  let cursor = after ?? null;
  /** The first call does not wait, so that a mistake ends the command. */
  let until = 0;
  while (!context.signal.aborted) {
    try {
      const waited = await waitFor(connection.call, { ...wanted, cursor }, until, running);
      for (const feedback of waited.feedback) write(context, feedback);
      ({ cursor } = waited);
      if (until === 0) writeStatus(context, 'Watching for threads that you send to agents. Ctrl-C ends it.');
      until = Infinity;
      if (waited.isStopping) await sleep(PAUSE_MS, undefined, { signal: context.signal });
    } catch (cause) {
      if (!context.signal.aborted) throw cause;
    }
  }
  return null;
}
