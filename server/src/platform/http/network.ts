import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

/**
 * Returns the key that rate limits use: an IPv4 address, or the /64 network of an IPv6 address, because one subscriber
 * controls all addresses of such a network.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [front = [], back = []] = address.split('::').map((half) => half.split(':').filter(Boolean));
  const zeros = Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0');
  const groups = [...front, ...zeros, ...back].slice(0, 4);
  return `${groups.map((group) => parseInt(group, 16).toString(16)).join(':')}::/64`;
}

/**
 * Returns the /48 of an IPv6 network, because a tunnel gives anyone all its 65,536 networks; an IPv4 address is its own
 * site.
 */
export const siteOf = (network: string): string => {
  const [, site] = /^((?:[0-9a-f]+:){3})[0-9a-f]+::\/64$/.exec(network) ?? [];
  return site === undefined ? network : `${site}:/48`;
};

/** Returns the client's network. Our own proxies wrote the last `trustedProxies` entries of `X-Forwarded-For`. */
export function callerNetwork({ headers, socket }: IncomingMessage, trustedProxies: number): string {
  const forwarded = trustedProxies > 0 ? String(headers['x-forwarded-for'] ?? '').split(',') : [];
  const address = forwarded.slice(-trustedProxies)[0]?.trim();
  return networkOf(address || (socket.remoteAddress ?? ''));
}
