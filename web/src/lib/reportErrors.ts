import type { Input } from '@stagelink/shared/contracts/endpoint';
import { reportError } from '@stagelink/shared/contracts/errorReports';
import { callQuietly } from './api.ts';

type Report = Input<typeof reportError>;

/** An error that repeats is one problem. */
const SENT_MAX = 5;
const sent = new Set<string>();

const clip = (text: string, length: number) => text.slice(0, length);

/** Returns what is reported of an error. The server removes ids, addresses and queries. */
export function describeError(cause: unknown, source: Report['source'], page: string): Report {
  const error = cause instanceof Error ? cause : new Error(String(cause));
  return {
    source,
    name: clip(error.name, 100) || 'Error',
    message: clip(error.message, 1000),
    // Eight kilobytes for everything, whatever the script of the text.
    stack: clip(error.stack ?? '', 1000),
    page: clip(page, 300),
  };
}

/** Reports an unexpected error to our own server, each once and at most five. */
export async function reportOnce(source: Report['source'], cause: unknown): Promise<void> {
  const report = describeError(cause, source, window.location.pathname);
  const key = `${report.name} ${report.message} ${report.stack}`;
  if (sent.has(key) || sent.size >= SENT_MAX) return;
  sent.add(key);
  await callQuietly(reportError, report);
}
