import type { Readable } from 'node:stream';
import { createInterface } from 'node:readline';
import log from 'electron-log/main';
import { withoutSecrets } from './secrets.ts';

const described = (values: unknown): string =>
  withoutSecrets(values instanceof Error ? (values.stack ?? values.message) : String(values));

export const logger = {
  info: (...values: unknown[]): void => log.info(...values.map(described)),
  warn: (...values: unknown[]): void => log.warn(...values.map(described)),
  error: (...values: unknown[]): void => log.error(...values.map(described)),
};

/** Writes to the system's log folder and catches unhandled errors. */
export function startLog(): void {
  log.transports.file.level = 'info';
  log.transports.file.maxSize = 2 * 1024 * 1024;
  log.transports.console.level = 'warn';
  process.on('uncaughtException', (cause) => logger.error('uncaught', cause));
  process.on('unhandledRejection', (cause) => logger.error('unhandled', cause));
}

/** Logs the output of another process. */
export function logOutput(name: string, streams: readonly Readable[]): void {
  for (const stream of streams) {
    createInterface({ input: stream }).on('line', (line) => logger.info(name, line));
  }
}
