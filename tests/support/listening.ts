import { once } from 'node:events';
import { connect } from 'node:net';

/** Returns whether a program of this machine accepts connections at a port. */
export async function isListening(port: number): Promise<boolean> {
  const probe = connect(port, '127.0.0.1');
  const isOpen = await once(probe, 'connect').then(
    () => true,
    () => false,
  );
  probe.destroy();
  return isOpen;
}

/** Waits for it. */
export async function untilListening(port: number): Promise<void> {
  while (!(await isListening(port))) await new Promise((done) => setTimeout(done, 20));
}
