import http from 'node:http';
import https from 'node:https';
import tls from 'node:tls';
import { HttpProxyAgent } from 'http-proxy-agent';
import { HttpsProxyAgent } from 'https-proxy-agent';
import { SocksProxyAgent } from 'socks-proxy-agent';
import { NetworkError } from '../../client/call.ts';
import { ADDRESS_MS } from './connectTimeout.ts';
import { isLocal } from '../../domain/serverAddress.ts';

/** Environment variables; reads `HTTP_PROXY`, `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY` in either case. */
export type ProxyEnvironment = Record<string, string | undefined>;

/** Options of a request to a server, by Node's `http` and `https`. */
export interface RouteOptions {
  agent: http.Agent;
  /** Certificate authorities that are trusted; Node's own when absent. */
  secureContext?: tls.SecureContext;
}

/** A proxy that the environment names. */
export interface NamedProxy {
  variable: string;
  /** As it was named, with credentials. */
  url: string;
  /** Address for messages, without credentials. */
  address: string;
}

const KEPT = { keepAlive: true, maxSockets: 8, autoSelectFamilyAttemptTimeout: ADDRESS_MS };

/**
 * Returns how requests reach `server`: through the proxy named by the environment, except for a local server, and
 * trusting the system's certificate authorities besides Node's where this Node can list them. Throws `NetworkError` for
 * an invalid proxy URL.
 */
export function routeTo(server: URL, environment: ProxyEnvironment): RouteOptions {
  const proxy = proxyOf(server, environment);
  if (proxy && !isProxyUrl(proxy.url)) {
    throw new NetworkError(
      `${proxy.variable} is “${proxy.address}”, which is not a proxy URL such as http://proxy.example.com:8080.`,
    );
  }
  const secureContext = server.protocol === 'https:' ? systemTrust() : undefined;
  const trust = secureContext && { secureContext };
  return { agent: agentFor(server, proxy?.url, { ...KEPT, ...trust }), ...trust };
}

function agentFor({ protocol }: URL, proxy: string | undefined, options: https.AgentOptions): http.Agent {
  if (proxy?.startsWith('socks')) return new SocksProxyAgent(proxy, options);
  if (protocol === 'https:')
    return proxy === undefined ? new https.Agent(options) : new HttpsProxyAgent(proxy, options);
  return proxy === undefined ? new http.Agent(options) : new HttpProxyAgent(proxy, options);
}

const isProxyUrl = (url: string) => /^(https?|socks5?h?|socks4a?):\/\/[^/]/.test(url) && URL.canParse(url);

/** Returns a variable in either case, lower case first. */
function read(environment: ProxyEnvironment, name: string): { variable: string; value: string } | null {
  for (const variable of [name, name.toUpperCase()]) {
    const value = environment[variable];
    if (value) return { variable, value };
  }
  return null;
}

/** Returns the proxy that the environment names for `server`; null without one. */
export function proxyOf(server: URL, environment: ProxyEnvironment): NamedProxy | null {
  if (isLocal(server) || isExcepted(server, environment)) return null;
  const named = read(environment, `${server.protocol.slice(0, -1)}_proxy`) ?? read(environment, 'all_proxy');
  return (
    named && {
      variable: named.variable,
      url: named.value,
      address: named.value.replace(/\/\/[^/]*@/, '//'),
    }
  );
}

/** Returns whether `NO_PROXY` names the server: its host, a domain above it, or everything; a port may follow. */
function isExcepted({ hostname, port, protocol }: URL, environment: ProxyEnvironment): boolean {
  const ownPort = port || (protocol === 'https:' ? '443' : '80');
  const entries =
    read(environment, 'no_proxy')
      ?.value.toLowerCase()
      .split(/[\s,]+/) ?? [];
  return entries.some((entry) => {
    const [, host = '', entryPort = ownPort] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
    if (host === '' || entryPort !== ownPort) return false;
    const domain = host.replace(/^\*?\.?/, '');
    return domain === '' || hostname === domain || (host !== domain && hostname.endsWith(`.${domain}`));
  });
}

let trusted: tls.SecureContext | undefined;

/** Created once, because it parses several hundred certificates. Node lists those of the system since 22.15. */
function systemTrust(): tls.SecureContext | undefined {
  if (!('getCACertificates' in tls)) return undefined;
  trusted ??= tls.createSecureContext({
    ca: [...new Set([...tls.getCACertificates('default'), ...tls.getCACertificates('system')])],
  });
  return trusted;
}
