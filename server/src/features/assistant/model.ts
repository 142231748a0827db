import type { PromptMessage } from './prompt.ts';
import type { Usage } from './usageRepo.ts';

/** A language model behind some server. */
export interface Model {
  /**
   * Yields an answer piece by piece and returns what it used. Throws `unavailable` when the model cannot be reached, is
   * too slow or refuses.
   */
  answer: (messages: PromptMessage[], signal: AbortSignal) => AsyncGenerator<string, Usage>;
}
