import { expect, test } from 'vitest';
import { proxyAddress } from './proxyAddress.ts';

test.each([
  ['DIRECT', null],
  ['', null],
  ['PROXY proxy.example.com:8080', 'http://proxy.example.com:8080'],
  ['PROXY 10.0.0.1:3128; DIRECT', 'http://10.0.0.1:3128'],
  ['HTTPS proxy.example.com:443;PROXY other:80', 'https://proxy.example.com:443'],
  ['SOCKS5 127.0.0.1:1080', 'socks5h://127.0.0.1:1080'],
  ['SOCKS 127.0.0.1:1080', 'socks4://127.0.0.1:1080'],
  ['QUIC proxy.example.com:443', null],
  ['DIRECT; PROXY proxy.example.com:8080', null],
])('of “%s” the engine uses %s', (found, address) => {
  expect(proxyAddress(found)).toBe(address);
});
