import { AppError } from '../../platform/http/errors.ts';
import { UNAVAILABLE } from './copy.ts';
import type { Model } from './model.ts';

const FAILURES = 5;
const WINDOW_MS = 60_000;

const isFailure = (cause: unknown) => cause instanceof AppError && cause.code === 'unavailable';

/** Stops asking a model for a minute after it failed five times within one. `nowMs`: a monotonic clock. */
export function withBreaker(model: Model, nowMs: () => number = () => performance.now()): Model {
  let failures: number[] = [];
  const recent = () => (failures = failures.filter((at) => at > nowMs() - WINDOW_MS));
  return {
    async *answer(messages, signal) {
      if (recent().length >= FAILURES) throw new AppError('unavailable', UNAVAILABLE);
      try {
        const usage = yield* model.answer(messages, signal);
        failures = [];
        return usage;
      } catch (cause) {
        if (isFailure(cause) && !signal.aborted) failures.push(nowMs());
        throw cause;
      }
    },
  };
}
