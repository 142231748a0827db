import { setTimeout as sleep } from 'node:timers/promises';
import type { LiveRuntime } from '../../client/liveChannel.ts';
import type { Runtime } from '../../client/runtime.ts';

/** The runtime of this process. */
export const systemRuntime: Runtime = {
  monotonicMs: () => performance.now(),
  epochMs: () => Date.now(),
  sleep: (milliseconds, signal: AbortSignal) => sleep(milliseconds, undefined, { signal }),
  random: () => Math.random(),
};

/** Returns the timers of a live channel in this runtime. */
export const liveRuntime = (runtime: Runtime): LiveRuntime => ({
  epochMs: runtime.epochMs,
  random: runtime.random,
  after(milliseconds, callback) {
    const cancelled = new AbortController();
    const fire = (): void => {
      if (!cancelled.signal.aborted) callback();
    };
    runtime.sleep(milliseconds, cancelled.signal).then(fire, () => {});
    return () => cancelled.abort();
  },
});
