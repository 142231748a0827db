import type { FromEngine, ToEngine } from '../protocol/engine.ts';

/** Connection to the main process. */
export interface Port {
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
export function openPort(): Port {
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
