import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanUrl, holdsToken, isRepeatable, isSecretField } from './secretNames.ts';

test.each([
  'businessName',
  'businessname',
  'className',
  'accessNumber',
  'addressNumber',
  'processName',
  'footprint',
  'hotplate',
  'Max tokens',
  'max_tokens',
  'Phone time',
  'secretary',
  'tokenizer',
  'one-time-donation',
  'bypass',
  'passenger',
  'compass',
  'cardholder',
  'discard number',
  'Zip code',
  'Support ticket',
])('a field named %s is ordinary', (name) => {
  expect(isSecretField(name)).toBe(false);
});

test.each([
  'password',
  'userPassword',
  'userpassword',
  'new-password2',
  'pwd',
  'Passphrase',
  'PASSWORD',
  'otp',
  'otpCode',
  'one-time-code',
  'verification_code',
  'cardNumber',
  'card_number',
  'ccnumber',
])('a field named %s holds what the page may repeat', (name) => {
  expect(isSecretField(name)).toBe(true);
  expect(isRepeatable(name)).toBe(true);
});

test.each([
  'ssn',
  'iban',
  'cvv2',
  'csrfToken',
  '_csrf',
  'csrfmiddlewaretoken',
  'apiKey',
  'API_KEY',
  'clientSecret',
])('a field named %s is secret, and what it holds is looked for nowhere else', (name) => {
  expect(isSecretField(name)).toBe(true);
  expect(isRepeatable(name)).toBe(false);
});

const TERMS = ['ssn', 'otp', 'iban', 'cvc', 'cvv', 'csc', 'pwd', 'totp', 'token', 'secret'];

test('a term within a longer word makes no field secret', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'abdegilmru'), minLength: 1, maxLength: 6 });
  const name = fc.tuple(letters, fc.constantFrom(...TERMS), letters).map((parts) => parts.join(''));
  fc.assert(
    fc.property(name, (text) => {
      expect(isSecretField(text)).toBe(false);
    }),
  );
});

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl';

test.each([
  ['/unsubscribe?token=SECRET1', '/unsubscribe'],
  ['/next?session=SECRET1&page=2', '/next?page=2'],
  ['/next?page=2&session=SECRET1', '/next?page=2'],
  ['/next?page=2&session=SECRET1#top', '/next?page=2#top'],
  ['/next?a=1&sig=SECRET1&b=2', '/next?a=1&b=2'],
  ['https://a.example/#access_token=SECRET1&state=x', 'https://a.example/#state=x'],
  ['https://a.example/#id_token=SECRET1', 'https://a.example/'],
  ['/#/reset?code=SECRET1', '/#/reset'],
  ['/f?X-Amz-Signature=SECRET1&part=a%20b', '/f?part=a%20b'],
  [`/mail/${JWT}?a=1`, '/mail/?a=1'],
  ['https://me:SECRET1@a.example/x', 'https://a.example/x'],
])('%s becomes %s', (url, cleaned) => {
  expect(cleanUrl(url)).toBe(cleaned);
});

test.each([
  '/a?page=2',
  '/a?#x',
  '/a?',
  '/#',
  '#',
  '/a?country_code=DE',
  '/a?code=404',
  '/?q=token',
  '/a?max_tokens=4096',
  'mailto:me@a.example?subject=Hello',
  '/secret/token',
  '/sk-bratislava-hotel-centrum-2',
  '/a?keyboard=azerty-large',
  'tel:+49123',
])('%s stays as it is', (url) => {
  expect(cleanUrl(url)).toBe(url);
});

test.each([
  ['data-csrf', 'SECRET'],
  ['data-user-token', 'SECRET1'],
  ['data-session', 'a8f30000'],
  ['data-auth-key', 'Zm9vYmFy'],
  ['data-page', '{"props":{"csrfToken":"SECRET"}}'],
  ['data-any', JWT],
  ['data-x', `Bearer sk_${'live'}_abcdefghij1234`],
])('%s="%s" holds a token', (name, value) => {
  expect(holdsToken(name, value)).toBe(true);
});

test.each([
  ['data-code', 'de'],
  ['data-key', 'left-column'],
  ['data-auth-state', 'signed-in'],
  ['data-max-tokens', '4096'],
  ['data-token', 'true'],
  ['data-session', 'morning session'],
  ['data-page', '{"title":"Tokens","token":""}'],
  ['data-keyboard', 'a8f30000'],
])('%s="%s" holds none', (name, value) => {
  expect(holdsToken(name, value)).toBe(false);
});
