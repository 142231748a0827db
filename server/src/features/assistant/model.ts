import type { PromptMessage } from './prompt.ts';
import type { Usage } from './usageRepo.ts';

/**
 * How an answer ended. `cut`: at its maximum length. `broken`: the service failed in the middle. `stopped`: the person
 * did not want the rest. `declined`: the text says why the model does not answer.
 */
export type AnswerEnd = 'complete' | 'cut' | 'broken' | 'stopped' | 'declined';

export interface Ending {
  end: AnswerEnd;
  usage: Usage;
}

/** A language model behind some server. */
export interface Model {
  /**
   * Yields the visible text of an answer piece by piece, and an empty text while the model thinks. Throws a
   * `ModelError` when there is no visible text.
   */
  answer: (messages: PromptMessage[], signal: AbortSignal) => AsyncGenerator<string, Ending>;
}

/**
 * Why there is no answer. `unreachable`: no server, or one that fails. `silent`: it accepted the request and sent
 * nothing. `busy`: it asks to wait. `misconfigured`: the operator has to act. `rejected`: it refuses this one request.
 * `empty`: it sent an answer without text.
 */
export type FailureKind = 'unreachable' | 'silent' | 'busy' | 'misconfigured' | 'rejected' | 'empty';

interface FailureFacts {
  /** Seconds until the service wants to be asked again. */
  retryAfter?: number | undefined;
  /** What the failed request has used, estimated. */
  used?: Usage | undefined;
}

const NOTHING: Usage = { tokensIn: 0, tokensOut: 0 };

/** A request to a model that failed. `message` is for the operator and contains neither the key nor the prompt. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly kind: FailureKind;
  readonly retryAfter: number | undefined;
  readonly used: Usage;

  constructor(kind: FailureKind, message: string, { retryAfter, used = NOTHING }: FailureFacts = {}) {
    super(message);
    this.kind = kind;
    this.retryAfter = retryAfter;
    this.used = used;
  }
}
