import { expect, test } from 'vitest';
import { serverAddress } from './serverAddress.ts';

test.each([
  ['http://localhost:4600', 'http://localhost:4600'],
  [' https://stage.example.com/ ', 'https://stage.example.com'],
  ['https://example.com/stagelink/?a=1#b', 'https://example.com/stagelink'],
])('%s is the server %s', (given, server) => {
  expect(serverAddress(given)).toBe(server);
});

test('a server on another machine is asked without encryption only where that was allowed', () => {
  expect(() => serverAddress('http://stage.example.com')).toThrow('could be read on the way');
  expect(serverAddress('http://stage.example.com', true)).toBe('http://stage.example.com');
});

test.each(['', 'stage.example.com', 'ftp://example.com', 'javascript:alert(1)'])(
  '“%s” is no server’s address, and the settings are offered',
  (given) => {
    expect(() => serverAddress(given)).toThrow(
      expect.objectContaining({
        message: expect.stringContaining('is not a server address'),
        code: 'bad_address',
      }),
    );
  },
);
