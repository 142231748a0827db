import os from 'node:os';
import { createRpcServer } from './rpcServer.ts';
import { createEngine, type Engine } from './engine.ts';
import { toProblem } from './errors.ts';
import type { FromEngine, ToEngine } from '../protocol/engine.ts';

/** Connection to the main process. */
interface Port {
  post: (message: FromEngine) => void;
  onMessage: (listener: (message: ToEngine) => void) => void;
  /** The main process exited. */
  onClosed: (listener: () => void) => void;
}

interface ParentPort {
  postMessage: (message: unknown) => void;
  on: (name: 'message', listener: (event: { data: unknown }) => void) => void;
}

/** Utility processes of Electron use a port, plain Node processes an IPC channel. */
function openPort(): Port {
  const { parentPort } = process as unknown as { parentPort?: ParentPort };
  if (parentPort) {
    return {
      post: (message) => parentPort.postMessage(message),
      onMessage: (listener) => parentPort.on('message', ({ data }) => listener(data as ToEngine)),
      // Electron ends a utility process together with its parent.
      onClosed: () => {},
    };
  }
  return {
    // After the main process exited, no one receives messages.
    post: (message) => void (process.connected && process.send?.(message)),
    onMessage: (listener) => void process.on('message', (message) => listener(message as ToEngine)),
    onClosed: (listener) => void process.on('disconnect', listener),
  };
}

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
  serve(createEngine({ folder, emit: (signal, ...args) => port.post({ type: 'signal', signal, args }) }));
} catch (cause) {
  const { message, hint } = toProblem(cause);
  port.post({ type: 'failed', message: `${message} ${hint}` });
  exit(1);
}
