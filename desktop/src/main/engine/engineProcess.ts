import path from 'node:path';
import type { Readable } from 'node:stream';
import { utilityProcess } from 'electron';
import { ENGINE_THREADS, type EngineProcess, forkNode } from './engineNode.ts';

const PACKED = path.join(import.meta.dirname, 'engine.js');
// A plain Node reads no archives: for it a package carries the engine beside its archive.
const SCRIPT = process.env['STAGELINK_ENGINE_NODE']
  ? PACKED.replace('app.asar', 'app.asar.unpacked')
  : PACKED;

function forkUtility(folder: string): EngineProcess {
  const child = utilityProcess.fork(SCRIPT, [folder], {
    serviceName: 'Stagelink engine',
    stdio: 'pipe',
    env: { ...process.env, UV_THREADPOOL_SIZE: ENGINE_THREADS },
  });
  return {
    post: (message) => child.postMessage(message),
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void child.once('exit', listener),
    // Electron sends a request to exit and kills the process two seconds later.
    kill: () => void child.kill(),
    output: [child.stdout, child.stderr].filter((stream) => stream !== null) as Readable[],
  };
}

/** Electron's own Node by default; the one named in STAGELINK_ENGINE_NODE where that is too old for the engine. */
export function startEngineProcess(folder: string): EngineProcess {
  const node = process.env['STAGELINK_ENGINE_NODE'];
  return node ? forkNode(node, SCRIPT, folder) : forkUtility(folder);
}
