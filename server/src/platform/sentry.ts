import { randomUUID } from 'node:crypto';
import type { ErrorReport, ErrorReports } from './errorReports.ts';
import type { Log } from './log.ts';

const TIMEOUT_MS = 5_000;
/** More errors at once say nothing new. */
const PENDING_MAX = 20;
const CLIENT = 'stagelink/1.0';

interface Receiver {
  url: string;
  auth: string;
}

/** Reads `https://key@host/path/project`. */
function receiverOf(dsn: string): Receiver {
  const { origin, pathname, username } = new URL(dsn);
  const at = pathname.lastIndexOf('/');
  const [path, project] = [pathname.slice(0, at), pathname.slice(at + 1)];
  return {
    url: `${origin}${path}/api/${project}/envelope/`,
    auth: `Sentry sentry_version=7, sentry_client=${CLIENT}, sentry_key=${username}`,
  };
}

/** `at name (file:1:2)` of V8, and `name@file:1:2` of other browsers. */
const FRAMES = [
  /^\s*at (?:(.{1,200}?) \()?([^()\s]{1,500}):(\d+):(\d+)\)?$/,
  /^(.{0,200}?)@(\S{1,500}):(\d+):(\d+)$/,
];

/** Returns the frames of a stack, the outermost first. */
export function framesOf(
  stack: string,
): { function: string; filename: string; lineno: number; colno: number }[] {
  const frames = stack.split('\n').flatMap((line) => {
    const [, name, filename = '', row, column] = FRAMES[0]?.exec(line) ?? FRAMES[1]?.exec(line) ?? [];
    return row === undefined
      ? []
      : [{ function: name || '?', filename, lineno: Number(row), colno: Number(column) }];
  });
  return frames.toReversed();
}

/** Returns an envelope with one event: a header, the header of the event, and the event, a line each. */
function envelopeOf(
  { source, reporter, name, message, stack, where }: ErrorReport,
  now = new Date(),
): string {
  const eventId = randomUUID().replaceAll('-', '');
  const event = {
    event_id: eventId,
    timestamp: now.getTime() / 1000,
    level: 'error',
    platform: source === 'server' ? 'node' : 'javascript',
    transaction: where,
    tags: { source, ...(reporter && { reporter }) },
    exception: { values: [{ type: name, value: message, stacktrace: { frames: framesOf(stack) } }] },
  };
  const lines = [{ event_id: eventId, sent_at: now.toISOString() }, { type: 'event' }, event];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** Reports errors to a server that speaks Sentry's envelope protocol. A receiver that is down loses them. */
export function createSentry(dsn: string, log: Log): ErrorReports {
  const { url, auth } = receiverOf(dsn);
  const pending = new Set<Promise<void>>();

  async function send(report: ErrorReport): Promise<void> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-sentry-envelope', 'X-Sentry-Auth': auth },
        body: envelopeOf(report),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.arrayBuffer();
      if (!response.ok) log.warn({ status: response.status }, 'an error report was rejected');
    } catch (cause) {
      log.warn({ err: cause }, 'an error report could not be sent');
    }
  }

  return {
    report(report) {
      if (pending.size >= PENDING_MAX) return;
      const sending = send(report);
      pending.add(sending);
      void sending.finally(() => pending.delete(sending));
    },
    async stop() {
      await Promise.all(pending);
    },
  };
}
