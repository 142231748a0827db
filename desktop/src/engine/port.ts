import type { FromEngine, ToEngine } from './protocol.ts';

/** The way to the main process, whichever way this process was started. */
export interface Port {
  post: (message: FromEngine) => void;
  onMessage: (listener: (message: ToEngine) => void) => void;
  /** The main process is gone. */
  onClosed: (listener: () => void) => void;
}

interface ParentPort {
  postMessage: (message: unknown) => void;
  on: (name: 'message', listener: (event: { data: unknown }) => void) => void;
}

/** Electron gives its utility processes a port; a plain Node process has its channel. */
export function openPort(): Port {
  const { parentPort } = process as unknown as { parentPort?: ParentPort };
  if (parentPort) {
    return {
      post: (message) => parentPort.postMessage(message),
      onMessage: (listener) => parentPort.on('message', ({ data }) => listener(data as ToEngine)),
      // Electron ends a utility process together with the one that began it.
      onClosed: () => {},
    };
  }
  return {
    // While the engine ends because the main process is gone, nobody is there to hear how.
    post: (message) => void (process.connected && process.send?.(message)),
    onMessage: (listener) => void process.on('message', (message) => listener(message as ToEngine)),
    onClosed: (listener) => void process.on('disconnect', listener),
  };
}
