import { describe, expect, test } from 'vitest';
import { type Authorization, authorizeAddress, readAuthorization } from './oauth.ts';

const ASKED: Authorization = {
  client: 'editor',
  redirectUri: 'http://127.0.0.1:80/callback?id=1&path=%2Fsigned-in',
  codeChallenge: 'c'.repeat(43),
  state: 's'.repeat(16),
  device: 'Ada’s ~50% & laptop',
};
/** Query as a page reads it. */
const queryOf = (address: string): [string, string][] =>
  (address.split('?')[1] ?? '').split('&').map((pair) => {
    const [name = '', value = ''] = pair.split('=');
    return [name, decodeURIComponent(value)];
  });

describe('what a program asks for', () => {
  test('is the same on the page', () => {
    expect(readAuthorization(queryOf(authorizeAddress('https://a.example', ASKED)))).toEqual(ASKED);
  });

  test('survives an editor that decodes the address before it opens it', () => {
    const decoded = decodeURIComponent(authorizeAddress('https://a.example', ASKED));
    expect(readAuthorization(queryOf(decoded))).toEqual(ASKED);
    expect(readAuthorization(queryOf(encodeURI(decoded)))).toEqual(ASKED);
  });

  test.each([
    ['nothing', ''],
    ['half an escape', '&device=~'],
    ['an unknown word', '&scope=all'],
  ])('is nothing with %s', (_name, more) => {
    const address =
      more === '' ? 'https://a.example/authorize' : authorizeAddress('https://a.example', ASKED) + more;
    expect(readAuthorization(queryOf(address))).toBeNull();
  });
});
