import os from 'node:os';
import { createRpcServer } from './rpcServer.ts';
import { createEngine, type Engine } from './engine.ts';
import { openPort } from './port.ts';
import { toProblem } from './errors.ts';

// Builds and hashing must not slow down windows; child processes inherit the priority.
os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);

const port = openPort();
const [, , folder] = process.argv;
if (folder === undefined) throw new Error('The engine needs the folder of its store as argument');

/** Exits after posted messages were sent. A thread blocked by a disk would prevent an orderly exit. */
const exit = (code: number, isHeld = false) =>
  setImmediate(() => (isHeld ? process.kill(process.pid, 'SIGKILL') : process.exit(code)));

function serve(engine: Engine): void {
  const handlers = {
    ...engine.handlers,
    'engine.stop': async () => {
      await engine.stop();
      exit(0, engine.isHeld());
    },
  };
  // The main process restarts the engine, which checks the store at its start.
  port.onMessage(createRpcServer(handlers, port.post, () => exit(1, engine.isHeld())));
  port.onClosed(() => void engine.stop().finally(() => exit(0, engine.isHeld())));
  port.post({ type: 'ready' });
}

try {
  serve(createEngine({ folder, tell: (signal, ...args) => port.post({ type: 'signal', signal, args }) }));
} catch (cause) {
  const { message, hint } = toProblem(cause);
  port.post({ type: 'failed', message: `${message} ${hint}` });
  exit(1);
}
