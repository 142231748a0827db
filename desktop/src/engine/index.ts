import os from 'node:os';
import { answering } from './answering.ts';
import { createEngine, type Engine } from './engine.ts';
import { openPort } from './port.ts';
import { toProblem } from './problems.ts';

// Builds and hashing wait for whoever works in a window; what they start inherits it.
os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);

const port = openPort();
const [, , folder] = process.argv;
if (folder === undefined) throw new Error('The engine is started with the folder its store lies in');

/** After what was posted has left. The process would wait for ever for a thread that a disk holds. */
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
  // Who started it starts it again, and the store is looked at before it is used.
  port.onMessage(answering(handlers, port.post, () => exit(1, engine.isHeld())));
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
