import type { Readable, Writable } from 'node:stream';

/** Environment of a command. */
export interface Context {
  env: Record<string, string | undefined>;
  cwd: string;
  stdin: Readable & { isTTY?: boolean };
  stdout: Writable & { isTTY?: boolean };
  stderr: Writable & { isTTY?: boolean };
  /** `--json`: stdout contains exactly one JSON document. */
  json: boolean;
  /** `--server`. */
  server: string | undefined;
  /** `--insecure`: allows a remote server without encryption. */
  insecure: boolean;
  /** Whether a user can answer prompts. */
  interactive: boolean;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
}

/** Output of a command: `data` with `--json`, otherwise `lines` with the most important last. */
export interface Result {
  data: object;
  lines: readonly string[];
}

export const VERSION = '0.1.0';
export const DEFAULT_SERVER = 'http://localhost:4600';

/** Status goes to stderr, so stdout contains only the result. */
export const writeStatus = (context: Context, text: string): void => void context.stderr.write(`${text}\n`);
