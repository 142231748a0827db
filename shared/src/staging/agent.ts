import http from 'node:http';
import https from 'node:https';
import tls from 'node:tls';
import { NetworkError } from '../client.ts';

/** Environment variables, of which `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY` are read, in either case. */
export type ProxyEnvironment = Record<string, string | undefined>;

/** The names of this machine, as `URL` writes them. */
const LOCAL = /^(([^.]+\.)*localhost|127(\.\d+){3}|\[::1\])$/;

/** True when a server runs on this machine. */
export const isLocal = (server: URL): boolean => LOCAL.test(server.hostname);

/**
 * Returns an agent for requests to `server`: through the proxy that the environment names, and trusting the
 * certificate authorities of the system beside Node's own. A server on this machine is always asked directly.
 * Throws `NetworkError` when the proxy's address cannot be used.
 */
export function agentFor(server: URL, environment: ProxyEnvironment): http.Agent {
  const proxy = proxyOf(server, environment);
  // Node ignores such an address, and would connect directly.
  if (proxy && !/^https?:\/\/[^/]/.test(proxy.address)) {
    throw new NetworkError(
      `${proxy.variable} is “${proxy.address}”, which is not the URL of a proxy, such as http://proxy.example.com:8080.`,
    );
  }
  const options = { keepAlive: true, maxSockets: 8, ...(proxy ? { proxyEnv: environment } : {}) };
  return server.protocol === 'https:'
    ? new https.Agent({ ...options, secureContext: systemTrust() })
    : new http.Agent(options);
}

/** Returns the variable that names a proxy for `server`, and its value without user name and password; null without one. */
export function proxyOf(
  server: URL,
  environment: ProxyEnvironment,
): { variable: string; address: string } | null {
  if (isLocal(server)) return null;
  const name = `${server.protocol.slice(0, -1)}_proxy`;
  const variable = [name, name.toUpperCase()].find((candidate) => environment[candidate]);
  if (variable === undefined) return null;
  return { variable, address: (environment[variable] ?? '').replace(/\/\/[^/]*@/, '//') };
}

let trust: tls.SecureContext | undefined;

/** Made once: it parses several hundred certificates. */
function systemTrust(): tls.SecureContext {
  trust ??= tls.createSecureContext({
    ca: [...new Set([...tls.getCACertificates('default'), ...tls.getCACertificates('system')])],
  });
  return trust;
}
