import { fork } from 'node:child_process';
import type { FromEngine } from '../engine/protocol.ts';
import type { EngineProcess } from './engineProcess.ts';

/** Each call to a disk that does not answer occupies a thread; Node has four. */
export const ENGINE_THREADS = '64';

/** Starts the engine's script with a plain Node. */
export function forkNode(node: string, script: string, folder: string): EngineProcess {
  const env: NodeJS.ProcessEnv = { ...process.env, UV_THREADPOOL_SIZE: ENGINE_THREADS };
  // They are meant for Electron, not for a plain Node.
  delete env['ELECTRON_RUN_AS_NODE'];
  delete env['NODE_OPTIONS'];
  const child = fork(script, [folder], {
    execPath: node,
    execArgv: [],
    env,
    serialization: 'advanced',
    silent: true,
  });
  // A message to a process that has just died is answered by its exit.
  child.on('error', () => {});
  return {
    post: (message) => void child.send(message, () => {}),
    onMessage: (listener) => void child.on('message', (message) => listener(message as FromEngine)),
    onExit: (listener) => void child.once('exit', listener),
    // Any other signal waits for as long as the process is stopped.
    kill: () => void child.kill('SIGKILL'),
    output: [child.stdout, child.stderr].filter((stream) => stream !== null),
  };
}
