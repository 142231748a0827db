import { once } from 'node:events';
import { createServer } from 'node:net';
import { Refusal } from './say.mjs';

/** Where the server listens unless it is configured; the server’s configuration has the same values. */
export const DEFAULT_HOST = '127.0.0.1';
export const DEFAULT_PORT = '4600';

/**
 * Throws if another program has this port. The server reports whatever else is wrong with an address.
 * @param {string} variable that sets the port
 * @param {string} port
 * @param {string} host
 */
async function assertFree(variable, port, host) {
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) return;
  const probe = createServer().listen(Number(port), host);
  try {
    await once(probe, 'listening');
  } catch (cause) {
    if (/** @type {NodeJS.ErrnoException} */ (cause).code !== 'EADDRINUSE') return;
    throw new Refusal(
      `Port ${port} is already in use: stop the program that uses it, or set ${variable} to another port.`,
    );
  } finally {
    probe.close();
  }
}

/**
 * Throws if another program has a port of the server.
 * @param {NodeJS.ProcessEnv} env
 */
export async function assertPortsFree({ HOST, PORT, METRICS_HOST, METRICS_PORT }) {
  await assertFree('PORT', PORT || DEFAULT_PORT, HOST || DEFAULT_HOST);
  if (METRICS_PORT) await assertFree('METRICS_PORT', METRICS_PORT, METRICS_HOST || DEFAULT_HOST);
}
