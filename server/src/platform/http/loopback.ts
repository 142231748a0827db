import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

const isLoopbackAddress = (address: string): boolean =>
  isIP(address) !== 0 && loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

/** Returns whether a host name or address, with or without brackets, is this computer. */
export const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || isLoopbackAddress(host.replace(/^\[|\]$/g, ''));

const PROXY_HEADER = /^(forwarded|via|x-real-ip|x-forwarded-.+)$/;

/** Returns whether the request was made on this computer. A local proxy forwards others' requests and adds headers. */
export const isFromThisMachine = ({ socket, headers }: IncomingMessage): boolean =>
  isLoopbackAddress(socket.remoteAddress ?? '') &&
  !Object.keys(headers).some((name) => PROXY_HEADER.test(name));
