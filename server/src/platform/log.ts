import { statSync } from 'node:fs';
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';

export type Log = Logger;

const ERROR_LEVEL = 50;
const FILE_BYTES = 10 * 1024 * 1024;
/** At most one hint in the terminal per interval, however many errors occur. */
const HINT_MS = 60_000;

function openFile(file: string): DestinationStream {
  const isFull = (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > FILE_BYTES;
  return pino.destination({ dest: file, append: !isFull, mkdir: true, mode: 0o600, sync: true });
}

/** Prints a hint in the terminal that something failed, and where the log is. */
function hintAt(file: string): NonNullable<LoggerOptions['hooks']> {
  let nextEpochMs = 0;
  return {
    logMethod(args, method, level) {
      if (level >= ERROR_LEVEL && Date.now() >= nextEpochMs) {
        nextEpochMs = Date.now() + HINT_MS;
        process.stderr.write(`The server reported an error. Details: ${file}\n`);
      }
      method.apply(this, args);
    },
  };
}

/**
 * Creates the only logger; `file` replaces stdout. Removes fields that may contain a secret by name, so a careless log
 * call cannot leak one.
 */
export function createLog(level: string, file: string | null = null): Log {
  const options: LoggerOptions = {
    level,
    base: null,
    redact: {
      paths: [
        'password',
        'token',
        'ticket',
        'sessionToken',
        'secret',
        '*.password',
        '*.token',
        '*.ticket',
        '*.sessionToken',
        '*.secret',
        'headers.authorization',
        'headers.cookie',
        '*.headers.authorization',
        '*.headers.cookie',
      ],
      censor: '[removed]',
    },
  };
  return file === null ? pino(options) : pino({ ...options, hooks: hintAt(file) }, openFile(file));
}
