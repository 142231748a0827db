import { APICallError } from 'ai';
import type { ModelConfig } from '../../platform/config.ts';

type Form = Exclude<ModelConfig['structured'], 'auto'>;

const FORMS: readonly Form[] = ['json_schema', 'json_object', 'text'];

/** What a server turned out to understand. */
export interface Dialect {
  form: Form;
  limit: 'max_completion_tokens' | 'max_tokens';
  /** Whether its limit of tokens has room for thoughts. */
  hasThoughts: boolean;
  reportsUsage: boolean;
}

export const firstDialect = ({ structured }: ModelConfig): Dialect => ({
  form: structured === 'auto' ? 'json_schema' : structured,
  limit: 'max_completion_tokens',
  hasThoughts: true,
  reportsUsage: true,
});

const TOO_MANY = /too large|at most|too many|maximum context|context length|context size|max_model_len/i;

/** What a server says about a request that it refuses, in whatever form. */
const wordsOf = ({ message, responseBody }: APICallError) => `${message} ${responseBody ?? ''}`;

/** Returns a simpler dialect if that may help with this refusal, or null. */
export function simpler(dialect: Dialect, { structured }: ModelConfig, cause: unknown): Dialect | null {
  if (!APICallError.isInstance(cause) || (cause.statusCode !== 400 && cause.statusCode !== 422)) return null;
  const words = wordsOf(cause);
  if (TOO_MANY.test(words)) return dialect.hasThoughts ? { ...dialect, hasThoughts: false } : null;
  if (/max_completion_tokens|max_tokens/.test(words) && dialect.limit === 'max_completion_tokens')
    return { ...dialect, limit: 'max_tokens' };
  if (/stream_options|include_usage/.test(words) && dialect.reportsUsage)
    return { ...dialect, reportsUsage: false };
  const next = FORMS[FORMS.indexOf(dialect.form) + 1];
  const isAboutForm = /response_format|json_schema|json_object|schema|format/i.test(words);
  return structured === 'auto' && next !== undefined && isAboutForm ? { ...dialect, form: next } : null;
}

/** Some servers answer 500 to a picture. */
export const isAboutPicture = (cause: unknown): boolean =>
  APICallError.isInstance(cause) && /image|picture|vision|multimodal/i.test(wordsOf(cause));
