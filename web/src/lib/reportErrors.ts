import type { Input } from '@stagelink/shared/contracts/endpoint';
import type { reportError } from '@stagelink/shared/contracts/errorReports';

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
    stack: clip(error.stack ?? '', 1500),
    page: clip(page, 500),
  };
}

/** Reports unexpected errors to our own server. `send` is loaded with the first one. */
export function reportErrors(
  source: Report['source'],
  send: (report: Report) => Promise<unknown>,
): (cause: unknown) => void {
  const report = (cause: unknown) => {
    const described = describeError(cause, source, window.location.pathname);
    const key = `${described.name} ${described.message} ${described.stack}`;
    if (sent.has(key) || sent.size >= SENT_MAX) return;
    sent.add(key);
    // A report that fails must not be an error to report.
    send(described).catch(() => undefined);
  };
  window.addEventListener('error', ({ error, message }) => report(error ?? message));
  window.addEventListener('unhandledrejection', ({ reason }) => report(reason));
  return report;
}
