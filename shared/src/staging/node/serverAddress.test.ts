import { expect, test } from 'vitest';
import { exposure } from './serverAddress.ts';

test.each([
  'https://stage.example.com',
  'http://localhost:4600',
  'http://app.localhost:4600',
  'http://127.0.0.1:4600',
  'http://[::1]:4600',
])('%s may be sent a token', (address) => {
  expect(exposure(new URL(address))).toBeNull();
});

test.each([
  'http://stage.example.com',
  'http://10.0.0.1',
  'http://localhost.evil.example',
  'http://127.0.0.1.evil.example',
])('a token sent to %s could be read on the way', (address) => {
  expect(exposure(new URL(address))).toMatch(
    /does not use encryption, so your token could be read on the way/,
  );
});
