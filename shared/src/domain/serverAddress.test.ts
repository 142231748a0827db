import { expect, test } from 'vitest';
import { exposure } from './serverAddress.ts';

const at = (protocol: string, hostname: string, port = '') => ({
  protocol,
  hostname,
  host: hostname + port,
});

test.each([
  at('https:', 'stage.example.com'),
  at('http:', 'localhost', ':4600'),
  at('http:', 'app.localhost', ':4600'),
  at('http:', '127.0.0.1', ':4600'),
  at('http:', '[::1]', ':4600'),
])('$protocol//$host may be sent a token', (server) => {
  expect(exposure(server)).toBeNull();
});

test.each([
  at('http:', 'stage.example.com'),
  at('http:', '10.0.0.1'),
  at('http:', 'localhost.evil.example'),
  at('http:', '127.0.0.1.evil.example'),
])('a token sent to $protocol//$host could be read on the way', (server) => {
  expect(exposure(server)).toMatch(/does not use encryption, so your token could be read on the way/);
});
