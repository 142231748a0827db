import OpenAI, { APIError } from 'openai';
import type { ModelConfig } from '../../platform/config.ts';
import { AppError } from '../../platform/http/errors.ts';
import { UNAVAILABLE } from './copy.ts';
import type { Model } from './model.ts';
import { ANSWER_SCHEMA, PICTURE_NOTE, type PromptMessage, tokensOf, tokensOfAll } from './prompt.ts';
import type { Usage } from './usageRepo.ts';

const TOTAL_MS = 60_000;
const FIRST_BYTE_MS = 10_000;
const ANSWER_TOKENS = 1500;
/** Longer answers are cut off: 8 kB of text and five items need less. */
const ANSWER_MAX = 64 * 1024;

type Request = OpenAI.ChatCompletionCreateParamsStreaming;
type Form = Exclude<ModelConfig['structured'], 'auto'>;

const FORMS: readonly Form[] = ['json_schema', 'json_object', 'text'];

const RESPONSE_FORMAT: Record<Form, Request['response_format'] | undefined> = {
  json_schema: {
    type: 'json_schema',
    json_schema: {
      name: 'review',
      strict: true,
      schema: ANSWER_SCHEMA as unknown as Record<string, unknown>,
    },
  },
  json_object: { type: 'json_object' },
  text: undefined,
};

/** What a server turned out to understand. */
interface Dialect {
  form: Form;
  limit: 'max_completion_tokens' | 'max_tokens';
  reportsUsage: boolean;
}

/** By address, for as long as the process lives. */
const dialects = new Map<string, Dialect>();

/** Returns a simpler dialect if that may help with this refusal, or null. */
function simpler(dialect: Dialect, { structured }: ModelConfig, cause: unknown): Dialect | null {
  if (!(cause instanceof APIError) || (cause.status !== 400 && cause.status !== 422)) return null;
  const about = `${cause.param ?? ''} ${cause.message}`;
  if (/max_completion_tokens|max_tokens/.test(about) && dialect.limit === 'max_completion_tokens')
    return { ...dialect, limit: 'max_tokens' };
  if (/stream_options|include_usage/.test(about) && dialect.reportsUsage)
    return { ...dialect, reportsUsage: false };
  const next = FORMS[FORMS.indexOf(dialect.form) + 1];
  const isAboutForm = /response_format|json_schema|json_object|schema|format/i.test(about);
  return structured === 'auto' && next !== undefined && isAboutForm ? { ...dialect, form: next } : null;
}

type Message = Request['messages'][number];

const withPicture = (text: string, url: string): Message => ({
  role: 'user',
  content: [
    { type: 'text', text },
    { type: 'text', text: PICTURE_NOTE },
    { type: 'image_url', image_url: { url } },
  ],
});

const toMessage = ({ role, content, picture }: PromptMessage): Message =>
  picture === undefined ? { role, content } : withPicture(content, picture);

/** Some servers answer 500 to a picture. */
const isAboutPicture = (cause: unknown) =>
  cause instanceof APIError && /image|picture|vision|multimodal/i.test(cause.message);

const withoutPictures = (messages: readonly PromptMessage[]): PromptMessage[] =>
  messages.map(({ role, content }) => ({ role, content }));

/** Ends with the caller's signal, after `TOTAL_MS`, or when nothing has arrived by `FIRST_BYTE_MS`. */
function timeLimits(signal: AbortSignal): { signal: AbortSignal; arrived: () => void } {
  const first = new AbortController();
  const timer = setTimeout(() => first.abort(), FIRST_BYTE_MS);
  const arrived = () => clearTimeout(timer);
  signal.addEventListener('abort', arrived, { once: true });
  return { signal: AbortSignal.any([signal, first.signal, AbortSignal.timeout(TOTAL_MS)]), arrived };
}

/** Connects to any server with OpenAI's `chat.completions`. */
export function createModel(config: ModelConfig): Model {
  const { apiKey, baseUrl, model, structured } = config;
  const client = new OpenAI({ apiKey, baseURL: baseUrl, maxRetries: 0, timeout: TOTAL_MS, logLevel: 'off' });
  const dialectNow = (): Dialect =>
    dialects.get(baseUrl) ?? {
      form: structured === 'auto' ? 'json_schema' : structured,
      limit: 'max_completion_tokens',
      reportsUsage: true,
    };

  function requestFor(messages: PromptMessage[], { form, limit, reportsUsage }: Dialect): Request {
    const format = RESPONSE_FORMAT[form];
    return {
      model,
      messages: messages.map(toMessage),
      stream: true,
      [limit]: ANSWER_TOKENS,
      ...(reportsUsage && { stream_options: { include_usage: true } }),
      ...(format && { response_format: format }),
    };
  }

  /** Opens a stream in the most capable form that the server understands, and remembers it. */
  async function open(messages: PromptMessage[], signal: AbortSignal) {
    let sent = messages;
    for (let dialect = dialectNow(); ;) {
      try {
        const stream = await client.chat.completions.create(requestFor(sent, dialect), { signal });
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

  async function* read(messages: PromptMessage[], caller: AbortSignal): AsyncGenerator<string, Usage> {
    const limits = timeLimits(caller);
    let answer = '';
    let usage: OpenAI.CompletionUsage | null | undefined;
    try {
      const stream = await open(messages, limits.signal);
      for await (const chunk of stream) {
        usage = chunk.usage ?? usage;
        const piece = chunk.choices[0]?.delta.content ?? '';
        if (piece === '') continue;
        limits.arrived();
        answer += piece;
        yield piece;
        // Leaving the loop ends the request.
        if (answer.length > ANSWER_MAX) break;
      }
      // The SDK ends an aborted stream as if it were complete.
      limits.signal.throwIfAborted();
    } finally {
      limits.arrived();
    }
    return {
      tokensIn: usage?.prompt_tokens ?? tokensOfAll(messages),
      tokensOut: usage?.completion_tokens ?? tokensOf(answer),
    };
  }

  return {
    async *answer(messages, signal) {
      try {
        return yield* read(messages, signal);
      } catch (cause) {
        throw new AppError('unavailable', UNAVAILABLE, { cause });
      }
    },
  };
}
