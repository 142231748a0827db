import {
  circuitBreaker,
  type CircuitBreakerPolicy,
  ConsecutiveBreaker,
  handleWhen,
  isBrokenCircuitError,
} from 'cockatiel';
import { type FailureKind, type Model, ModelError } from './model.ts';

const FAILURES = 5;
const PAUSE_MS = 60_000;

/**
 * Failures that every caller would meet. A model may be slow, or refuse a request, for one caller only; a busy service
 * says itself when to ask again.
 */
const COUNTED: readonly FailureKind[] = ['unreachable', 'misconfigured'];

const breakerFor = (kind: FailureKind): CircuitBreakerPolicy =>
  circuitBreaker(
    handleWhen((cause) => cause instanceof ModelError && cause.kind === kind),
    { breaker: new ConsecutiveBreaker(FAILURES), halfOpenAfter: PAUSE_MS },
  );

/** Repeats the last failure without a request. */
function lastFailure({ lastFailure: last }: CircuitBreakerPolicy): ModelError | undefined {
  if (!last || !('error' in last) || !(last.error instanceof ModelError)) return undefined;
  return new ModelError(last.error.kind, last.error.message);
}

async function execute<T>(breaker: CircuitBreakerPolicy, act: () => Promise<T>): Promise<T> {
  try {
    return await breaker.execute(act);
  } catch (cause) {
    throw (isBrokenCircuitError(cause) && lastFailure(breaker)) || cause;
  }
}

/** Stops asking a model for a minute after five failures in a row with the same cause. */
export function withBreakers(model: Model): Model {
  const breakers = COUNTED.map(breakerFor);
  return {
    async *answer(messages, signal) {
      const answer = model.answer(messages, signal);
      const guarded = breakers.reduce(
        (act, breaker) => () => execute(breaker, act),
        () => answer.next(),
      );
      try {
        let next = await guarded();
        for (; next.done !== true; next = await answer.next()) yield next.value;
        return next.value;
      } finally {
        // Ends the request when the caller leaves in the middle.
        await answer.return({ end: 'broken', usage: { tokensIn: 0, tokensOut: 0 } });
      }
    },
  };
}
