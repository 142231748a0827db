import type { Readable, Writable } from 'node:stream';

/** Everything a command may touch of the world around it. */
export interface Context {
  env: Record<string, string | undefined>;
  cwd: string;
  stdin: Readable & { isTTY?: boolean };
  stdout: Writable & { isTTY?: boolean };
  stderr: Writable & { isTTY?: boolean };
  /** `--json`: stdout carries one JSON document and nothing else. */
  json: boolean;
  /** `--server`. */
  server: string | undefined;
  /** A server on another machine may be asked without encryption. */
  insecure: boolean;
  /** Somebody is there to answer a question. */
  interactive: boolean;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
}

/** What a command leaves: `data` for `--json`, `lines` for stdout otherwise, the most wanted last. */
export interface Result {
  data: object;
  lines: readonly string[];
}

export const VERSION = '0.1.0';
export const DEFAULT_SERVER = 'http://localhost:4600';

/** Talk goes to stderr, so that stdout holds nothing but what was asked for. */
export const say = (context: Context, text: string): void => void context.stderr.write(`${text}\n`);
