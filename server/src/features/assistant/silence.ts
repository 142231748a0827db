import { WEB_PAGE } from './copy.ts';
import { ModelError } from './model.ts';

export interface SilenceLimits {
  /** Time without a byte. */
  silenceMs: number;
  totalMs: number;
}

interface SilenceWatch {
  /** Aborted with the caller's signal, or at a limit. */
  signal: AbortSignal;
  /** Counts each byte of a response, also the comments that keep a stream open, as a sign of life. */
  fetch: typeof globalThis.fetch;
  stop: () => void;
}

const isWebPage = ({ headers }: Response) => /^text\/html\b/i.test(headers.get('content-type') ?? '');

/** Watches one request to a server: a slow answer may take long, silence may not. */
export function watchSilence(caller: AbortSignal, { silenceMs, totalMs }: SilenceLimits): SilenceWatch {
  const silence = new AbortController();
  const abort = () => silence.abort();
  const timers = [setTimeout(abort, silenceMs), setTimeout(abort, totalMs)] as const;

  async function watchedFetch(...request: Parameters<typeof globalThis.fetch>): Promise<Response> {
    const response = await fetch(...request);
    timers[0].refresh();
    if (response.ok && isWebPage(response)) throw new ModelError('misconfigured', WEB_PAGE);
    const noted = new TransformStream<Uint8Array, Uint8Array>({
      transform(bytes, controller) {
        timers[0].refresh();
        controller.enqueue(bytes);
      },
    });
    return new Response(response.body?.pipeThrough(noted) ?? null, response);
  }

  return {
    signal: AbortSignal.any([caller, silence.signal]),
    fetch: watchedFetch,
    stop: () => timers.forEach((timer) => clearTimeout(timer)),
  };
}
