import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { PICTURE_TYPE } from '@stagelink/shared/contracts/pictures';
import { extractReasoningMiddleware, wrapLanguageModel } from 'ai';
import type { ModelConfig } from '../../platform/config.ts';
import { Arrival } from './arrival.ts';
import { EMPTY, SILENT } from './copy.ts';
import { type Dialect, firstDialect, isAboutPicture, simpler } from './dialects.ts';
import { failureOf } from './failure.ts';
import { type Model, ModelError } from './model.ts';
import { ANSWER_SCHEMA, PICTURE_NOTE, type PromptMessage } from './prompt.ts';
import { type SilenceLimits, watchSilence } from './silence.ts';

const ANSWER_TOKENS = 1500;
/** Servers count thoughts as a part of the answer. */
const THOUGHT_TOKENS = 8000;
/** Longer answers are cut off: 8 kB of text and five items need less. */
const ANSWER_MAX = 24 * 1024;

/** A model on a processor reads a long page for a minute before its first word. */
const LIMITS: SilenceLimits = { silenceMs: 2 * 60_000, totalMs: 10 * 60_000 };

/** Dialects by address, kept for as long as the process lives. */
const dialects = new Map<string, Dialect>();

type LanguageModel = ReturnType<typeof wrapLanguageModel>;
type CallOptions = Parameters<LanguageModel['doStream']>[0];
type Prompt = CallOptions['prompt'];

const textPart = (text: string) => ({ type: 'text', text }) as const;

const picturePart = (url: string) =>
  ({ type: 'file', mediaType: PICTURE_TYPE, data: { type: 'url', url: new URL(url) } }) as const;

function toPromptMessage({ role, content, picture }: PromptMessage): Prompt[number] {
  if (role === 'system') return { role, content };
  if (role === 'assistant') return { role, content: [textPart(content)] };
  const pictures = picture === undefined ? [] : [textPart(PICTURE_NOTE), picturePart(picture)];
  return { role, content: [textPart(content), ...pictures] };
}

const withoutPictures = (messages: readonly PromptMessage[]): PromptMessage[] =>
  messages.map(({ role, content }) => ({ role, content }));

/** The form of an answer; the SDK leaves the schema out where a server knows `json_object` only. */
const responseFormat = {
  type: 'json',
  name: 'review',
  schema: ANSWER_SCHEMA as unknown as NonNullable<
    Extract<CallOptions['responseFormat'], { type: 'json' }>['schema']
  >,
} as const;

/** Connects to any server with OpenAI's `chat.completions`. */
export function createModel(config: ModelConfig, limits = LIMITS): Model {
  const { apiKey, baseUrl, model } = config;
  const dialectNow = () => dialects.get(baseUrl) ?? firstDialect(config);

  function speaking({ form, limit, reportsUsage }: Dialect, fetch: typeof globalThis.fetch): LanguageModel {
    const provider = createOpenAICompatible({
      name: 'model',
      apiKey,
      baseURL: baseUrl,
      fetch,
      includeUsage: reportsUsage,
      supportsStructuredOutputs: form === 'json_schema',
      transformRequestBody: ({ max_tokens: tokens, ...body }) => ({ ...body, [limit]: tokens }),
    });
    return wrapLanguageModel({
      model: provider(model),
      middleware: extractReasoningMiddleware({ tagName: 'think' }),
    });
  }

  /** Opens a stream in the most capable form that the server understands, and remembers it. */
  async function open(messages: PromptMessage[], fetch: typeof globalThis.fetch, abortSignal: AbortSignal) {
    let sent = messages;
    for (let dialect = dialectNow(); ;) {
      try {
        const { stream } = await speaking(dialect, fetch).doStream({
          prompt: sent.map(toPromptMessage),
          maxOutputTokens: ANSWER_TOKENS + (dialect.hasThoughts ? THOUGHT_TOKENS : 0),
          ...(dialect.form !== 'text' && { responseFormat }),
          abortSignal,
        });
        dialects.set(baseUrl, dialect);
        return stream;
      } catch (cause) {
        if (isAboutPicture(cause) && sent.some(({ picture }) => picture !== undefined)) {
          // Not remembered: the fault may be that of one picture.
          sent = withoutPictures(sent);
          continue;
        }
        const next = simpler(dialect, config, cause);
        if (!next) throw cause;
        dialect = next;
      }
    }
  }

  return {
    async *answer(messages, signal) {
      const arrival = new Arrival(messages);
      const watch = watchSilence(signal, limits);
      try {
        for await (const part of await open(messages, watch.fetch, watch.signal)) {
          yield arrival.take(part);
          // Leaving the loop ends the request.
          if (arrival.text.length > ANSWER_MAX) return arrival.ending('cut');
        }
        // A stream may end as if it were complete when its request is aborted.
        watch.signal.throwIfAborted();
      } catch (cause) {
        signal.throwIfAborted();
        if (arrival.text !== '') return arrival.ending('broken');
        if (watch.signal.aborted) throw new ModelError('silent', SILENT, { used: arrival.usage() });
        throw failureOf(cause, apiKey, arrival.usage());
      } finally {
        watch.stop();
      }
      if (arrival.text.trim() === '') throw new ModelError('empty', EMPTY, { used: arrival.usage() });
      return arrival.ending();
    },
  };
}
