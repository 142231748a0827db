import { TrackerProblem, unexpected } from './tracker.ts';

const TIMEOUT_MS = 10_000;
const ANSWER_BYTES = 1024 * 1024;

interface Question {
  /** The tracker’s name, for people. */
  name: string;
  url: string;
  headers: Record<string, string>;
  /** Sent as JSON. */
  body?: object;
}

export interface TrackerAnswer {
  status: number;
  headers: Headers;
  /** Undefined if the answer is no JSON. */
  json: unknown;
}

/** Reads a body up to a size. */
async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > ANSWER_BYTES) break;
  }
  return Buffer.concat(chunks).toString();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // a page of a proxy, for people
  }
}

/** Sends a request to a tracker. Throws if there is no answer, or one that only a broken server gives. */
export async function ask({ name, url, headers, body }: Question): Promise<TrackerAnswer> {
  try {
    const response = await fetch(url, {
      headers: {
        'User-Agent': 'Stagelink',
        ...headers,
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.status >= 500) throw unexpected(name);
    return { status: response.status, headers: response.headers, json: parse(await readText(response)) };
  } catch (cause) {
    if (cause instanceof TrackerProblem) throw cause;
    throw new TrackerProblem('busy', `${name} could not be reached. Please try again later.`);
  }
}

/** Returns the seconds that a tracker asks to wait, or a minute. */
export const secondsOf = (headers: Headers): number => {
  const seconds = Number(headers.get('retry-after') ?? '60');
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(Math.ceil(seconds), 3600) : 60;
};
