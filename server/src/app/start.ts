import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net';
import { ADDRESS_MS } from '@stagelink/shared/staging/node/connectTimeout';
import { ConfigError, readConfig } from '../platform/config.ts';
import { welcomeMessage } from './demo/welcome.ts';
import { open, type Running } from './run.ts';
import { handleUnexpectedFailures } from './unexpectedFailures.ts';

/** A second Ctrl-C within this time is the same signal, forwarded by both the terminal and npm. */
const SAME_SIGNAL_MS = 1_000;

/** Also ends a start that is under way: its database would go on without it. */
function stopOnSignal(starting: AbortController, opened: Promise<Running>): void {
  let since: number | undefined;
  const stopOpened = async () => {
    starting.abort();
    const running = await opened.catch(() => null);
    await running?.stop();
  };
  const stop = () => {
    if (since === undefined) {
      since = Date.now();
      stopOpened().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    } else if (Date.now() - since > SAME_SIGNAL_MS) process.exit(1);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
}

/** Starts the server. Prints a configuration error as one sentence and returns null, as for a start that was ended. */
export async function start(): Promise<Running | null> {
  setDefaultAutoSelectFamilyAttemptTimeout(ADDRESS_MS);
  const starting = new AbortController();
  try {
    const config = readConfig(process.env);
    const opened = open(config, starting.signal);
    stopOnSignal(starting, opened);
    const running = await opened;
    handleUnexpectedFailures(process, running);
    if (config.mode === 'development')
      process.stdout.write(welcomeMessage(running.url, running.demo, running.superadmin));
    return running;
  } catch (cause) {
    if (starting.signal.aborted) return null;
    if (!(cause instanceof ConfigError)) throw cause;
    process.stderr.write(`${cause.message}\n`);
    process.exitCode = 1;
    return null;
  }
}
