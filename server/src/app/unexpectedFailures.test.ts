import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { createLog } from '../platform/log.ts';
import { handleUnexpectedFailures } from './unexpectedFailures.ts';

function start() {
  const process = Object.assign(new EventEmitter(), { exit: vi.fn() });
  const app = { log: createLog('silent'), errorReports: { report: vi.fn(), stop: () => Promise.resolve() } };
  const error = vi.spyOn(app.log, 'error');
  const stop = vi.fn(() => Promise.resolve());
  handleUnexpectedFailures(process, { app, stop });
  return { process, error, report: app.errorReports.report, stop };
}

test('a rejection that no code awaits is logged and reported, and the server goes on', () => {
  const { process, error, report, stop } = start();
  process.emit('unhandledRejection', new Error('ROLLBACK - Client has encountered a connection error'));
  expect(error).toHaveBeenCalledOnce();
  expect(report).toHaveBeenCalledWith(
    expect.objectContaining({ source: 'server', where: 'a failure was not awaited' }),
  );
  expect(stop).not.toHaveBeenCalled();
  expect(process.exit).not.toHaveBeenCalled();
});

test('an exception that no code catches is reported, and the server stops in order, once, with an exit code', async () => {
  const { process, report, stop } = start();
  process.emit('uncaughtException', new Error('first'));
  process.emit('uncaughtException', new Error('second'));
  await vi.waitFor(() => expect(process.exit).toHaveBeenCalledWith(1));
  expect(report).toHaveBeenCalledTimes(2);
  expect(stop).toHaveBeenCalledOnce();
});
