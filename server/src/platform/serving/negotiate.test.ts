import { describe, expect, test } from 'vitest';
import { acceptedEncodings } from './negotiate.ts';

describe('the encoding of a response', () => {
  test.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br, zstd', 'br zstd gzip identity'],
    ['zstd, br, gzip', 'br zstd gzip identity'],
    ['gzip', 'gzip identity'],
    ['GZIP', 'gzip identity'],
    ['x-gzip', 'gzip identity'],
    ['gzip;q=1.0, br;q=0.5', 'gzip br identity'],
    ['br;q=0, gzip', 'gzip identity'],
    ['br;q=0.000, gzip', 'gzip identity'],
    ['br ; q=0.3 , gzip ; q=0.9', 'gzip br identity'],
    ['*', 'br zstd gzip identity'],
    ['*;q=0', 'identity'],
    ['gzip, *;q=0', 'gzip identity'],
    ['br, *;q=0.1', 'br zstd gzip identity'],
    ['identity', 'identity'],
    ['identity, br;q=0.5', 'identity br'],
    ['identity;q=0.5, br', 'br identity'],
    ['identity;q=0, br', 'br identity'],
    ['identity;q=0', 'identity'],
    ['deflate', 'identity'],
    ['br;q=2', 'identity'],
    ['br;q=-1', 'identity'],
    ['br;q=abc', 'identity'],
    ['br;q=0.1234', 'identity'],
    ['br;level=5', 'br identity'],
    [',,;,br,', 'br identity'],
    ['brotli', 'identity'],
  ])('%o means %s', (header, order) => {
    expect(acceptedEncodings(header).join(' ')).toBe(order);
  });

  test('any number of different headers is handled, and cached ones stay correct', () => {
    for (let n = 0; n < 1_000; n++)
      expect(acceptedEncodings(`gzip;q=0.${(n % 9) + 1}, x${n}`)[0]).toBe('gzip');
    expect(acceptedEncodings('br')[0]).toBe('br');
  });
});
