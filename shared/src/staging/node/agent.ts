import http from 'node:http';
import https from 'node:https';
import tls from 'node:tls';
import { NetworkError } from '../../client/call.ts';
import { isLocal } from '../../domain/serverAddress.ts';

/** Environment variables; reads `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY` in either case. */
export type ProxyEnvironment = Record<string, string | undefined>;

/**
 * Returns an agent for requests to `server`. It uses the proxy named by the environment, except for a local
 * server, and trusts the system's certificate authorities besides Node's. Throws `NetworkError` for an
 * invalid proxy URL.
 */
export function agentFor(server: URL, environment: ProxyEnvironment): http.Agent {
  const proxy = proxyOf(server, environment);
  // Node ignores such a URL and would connect directly.
  if (proxy && !/^https?:\/\/[^/]/.test(proxy.address)) {
    throw new NetworkError(
      `${proxy.variable} is “${proxy.address}”, which is not a proxy URL such as http://proxy.example.com:8080.`,
    );
  }
  const options = { keepAlive: true, maxSockets: 8, ...(proxy ? { proxyEnv: environment } : {}) };
  return server.protocol === 'https:'
    ? new https.Agent({ ...options, secureContext: systemTrust() })
    : new http.Agent(options);
}

/**
 * Returns the variable that names a proxy for `server`, and its value without credentials; null without
 * one.
 */
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

/** Created once, because it parses several hundred certificates. */
function systemTrust(): tls.SecureContext {
  trust ??= tls.createSecureContext({
    ca: [...new Set([...tls.getCACertificates('default'), ...tls.getCACertificates('system')])],
  });
  return trust;
}
