import type { Readable } from 'node:stream';
import { createInterface } from 'node:readline';
import log from 'electron-log/main';
import { withoutSecrets } from './secrets.ts';

const described = (said: unknown): string =>
  withoutSecrets(said instanceof Error ? (said.stack ?? said.message) : String(said));

export const logger = {
  info: (...said: unknown[]): void => log.info(...said.map(described)),
  warn: (...said: unknown[]): void => log.warn(...said.map(described)),
  error: (...said: unknown[]): void => log.error(...said.map(described)),
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
