import { JSONParseError, TypeValidationError, type wrapLanguageModel } from 'ai';
import type { AnswerEnd, Ending } from './model.ts';
import { type PromptMessage, tokensOf, tokensOfAll } from './prompt.ts';
import type { Usage } from './usageRepo.ts';

type LanguageModel = ReturnType<typeof wrapLanguageModel>;
type Stream = Awaited<ReturnType<LanguageModel['doStream']>>['stream'];
type Part = Stream extends ReadableStream<infer P> ? P : never;

/** A chunk that is not as OpenAI describes it; the answer may go on after it. */
const isOddChunk = (cause: unknown) =>
  TypeValidationError.isInstance(cause) || JSONParseError.isInstance(cause);

const ENDS: Record<string, AnswerEnd> = {
  stop: 'complete',
  length: 'cut',
  'content-filter': 'declined',
  error: 'broken',
};

/** What has arrived of an answer. */
export class Arrival {
  text = '';
  #thoughts = '';
  #end: AnswerEnd = 'broken';
  #usage: Partial<Usage> = {};
  readonly #messages: readonly PromptMessage[];

  constructor(messages: readonly PromptMessage[]) {
    this.#messages = messages;
  }

  /** Returns the visible text of a part; empty for another sign of life. */
  take(part: Part): string {
    if (part.type === 'error' && !isOddChunk(part.error)) throw part.error;
    if (part.type === 'reasoning-delta') this.#thoughts += part.delta;
    if (part.type === 'finish') {
      this.#end = ENDS[part.finishReason.unified] ?? 'complete';
      this.#usage = { tokensIn: part.usage.inputTokens.total, tokensOut: part.usage.outputTokens.total };
    }
    if (part.type !== 'text-delta') return '';
    this.text += part.delta;
    return part.delta;
  }

  /** What it has used, estimated where the server does not say. */
  usage(): Usage {
    return {
      tokensIn: this.#usage.tokensIn ?? tokensOfAll(this.#messages),
      tokensOut: this.#usage.tokensOut ?? tokensOf(this.text) + tokensOf(this.#thoughts),
    };
  }

  ending(end = this.#end): Ending {
    return { end, usage: this.usage() };
  }
}
