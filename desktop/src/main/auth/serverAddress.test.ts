import { expect, test } from 'vitest';
import { parseServerAddress } from './serverAddress.ts';

test.each([
  ['https://stage.example.com', 'https://stage.example.com'],
  [' stage.example.com ', 'https://stage.example.com'],
  ['stage.example.com:8443/dashboard?x=1', 'https://stage.example.com:8443'],
  ['HTTPS://Stage.Example.com/', 'https://stage.example.com'],
  ['localhost:4600', 'http://localhost:4600'],
  ['http://localhost:4600/dashboard', 'http://localhost:4600'],
  ['http://127.0.0.1:4600', 'http://127.0.0.1:4600'],
  ['http://[::1]:4600', 'http://[::1]:4600'],
  ['app.localhost:4600', 'http://app.localhost:4600'],
])('%s is %s', (typed, origin) => {
  expect(parseServerAddress(typed)).toBe(origin);
});

test.each([
  '',
  '   ',
  'my server',
  'ftp://stage.example.com',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'https://',
])('“%s” is no address', (typed) => {
  expect(() => parseServerAddress(typed)).toThrow('is not a server address');
});

test.each([
  'http://stage.example.com',
  'http://10.0.0.1',
  'http://localhost.evil.example',
  'http://127.0.0.1.evil.example',
])('%s would be spoken to in the clear', (typed) => {
  expect(() => parseServerAddress(typed)).toThrow('does not use encryption');
});

test('an address holds no password', () => {
  expect(() => parseServerAddress('https://ann:secret@stage.example.com')).toThrow(
    'must not contain a user name or password',
  );
});
