import { fork } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { FromEngine, ToEngine } from '../../protocol/engine.ts';

/** The engine's process, whichever runtime it has. */
export interface EngineProcess {
  post: (message: ToEngine) => void;
  onMessage: (listener: (message: FromEngine) => void) => void;
  /** Once, however it ended. */
  onExit: (listener: (code: number | null) => void) => void;
  /** Ends the process by force, even one that hangs. */
  kill: () => void;
  /** What it writes beside its messages. */
  output: readonly Readable[];
}

/** Each call to an unresponsive disk blocks a thread; Node has four by default. */
export const ENGINE_THREADS = '64';

/** Starts the engine's script with plain Node. */
export function forkNode(node: string, script: string, folder: string): EngineProcess {
  const env: NodeJS.ProcessEnv = { ...process.env, UV_THREADPOOL_SIZE: ENGINE_THREADS };
  // These variables are for Electron, not for plain Node.
  delete env['ELECTRON_RUN_AS_NODE'];
  delete env['NODE_OPTIONS'];
  const child = fork(script, [folder], {
    execPath: node,
    execArgv: [],
    env,
    serialization: 'advanced',
    silent: true,
  });
  // A message to a process that just exited is covered by its exit event.
  child.on('error', () => {});
  return {
    post: (message) => void child.send(message, () => {}),
    onMessage: (listener) => void child.on('message', (message) => listener(message as FromEngine)),
    onExit: (listener) => void child.once('exit', listener),
    // A stopped process ignores any other signal.
    kill: () => void child.kill('SIGKILL'),
    output: [child.stdout, child.stderr].filter((stream) => stream !== null),
  };
}
