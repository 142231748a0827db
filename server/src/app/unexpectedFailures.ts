import type { EventEmitter } from 'node:events';
import { reportOf } from '../platform/errorReports.ts';
import type { Running } from './run.ts';

/** The parts of `process` that are used here. */
type Process = Pick<EventEmitter, 'on'> & { exit: (code: number) => void };

/**
 * Handles failures that no code awaits. A rejected promise is logged and reported, and the process goes on serving: the
 * operation it belonged to is over. After an exception the state is unknown, so the process stops in order, and whatever
 * started it starts it again.
 */
export function handleUnexpectedFailures(
  process: Process,
  { app, stop }: Pick<Running, 'app' | 'stop'>,
): void {
  let isStopping = false;
  const report = (cause: unknown, what: string) => {
    app.log.error({ err: cause }, what);
    app.errorReports.report(reportOf(cause, what));
  };
  process.on('unhandledRejection', (cause: unknown) => report(cause, 'a failure was not awaited'));
  process.on('uncaughtException', (cause: unknown) => {
    report(cause, 'the server stops after an unexpected exception');
    if (isStopping) return;
    isStopping = true;
    const exit = () => process.exit(1);
    stop().then(exit, exit);
  });
}
