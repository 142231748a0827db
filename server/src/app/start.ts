import { ConfigError, readConfig } from '../platform/config.ts';
import { welcomeMessage } from './demo/welcome.ts';
import { open, type Running } from './run.ts';
import { handleUnexpectedFailures } from './unexpectedFailures.ts';

/** A second Ctrl-C within this time is the same signal, forwarded by both the terminal and npm. */
const SAME_SIGNAL_MS = 1_000;

function stopOnSignal(running: Running): void {
  let since: number | undefined;
  const stop = () => {
    if (since === undefined) {
      since = Date.now();
      running.stop().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    } else if (Date.now() - since > SAME_SIGNAL_MS) process.exit(1);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
}

/** Starts the server. Prints a configuration error as one sentence and returns null. */
export async function start(): Promise<Running | null> {
  try {
    const config = readConfig(process.env);
    const running = await open(config);
    stopOnSignal(running);
    handleUnexpectedFailures(process, running);
    if (config.mode === 'development')
      process.stdout.write(welcomeMessage(running.url, running.demo, running.superadmin));
    return running;
  } catch (cause) {
    if (!(cause instanceof ConfigError)) throw cause;
    process.stderr.write(`${cause.message}\n`);
    process.exitCode = 1;
    return null;
  }
}
