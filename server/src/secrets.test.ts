import { describe, expect, test } from 'vitest';
import { createSecrets, sameText } from './secrets.ts';

const secrets = createSecrets('a master secret that is long enough');

describe('a sealed text', () => {
  test('opens to what it was and never looks the same twice', () => {
    const [one, two] = [secrets.seal('pässword'), secrets.seal('pässword')];
    expect(secrets.open(one)).toBe('pässword');
    expect(one.equals(two)).toBe(false);
  });

  test('that was changed does not open', () => {
    const sealed = secrets.seal('password');
    sealed[15] = (sealed[15] ?? 0) ^ 1;
    expect(() => secrets.open(sealed)).toThrow('unable to authenticate data');
  });

  test('of another installation does not open', () => {
    expect(() => createSecrets('another master secret, also long').open(secrets.seal('password'))).toThrow(
      'unable to authenticate data',
    );
  });
});

describe('a signed text', () => {
  test('says what was signed', () => {
    expect(secrets.verify('gate', secrets.sign('gate', 'abc:1'))).toBe('abc:1');
  });

  test.each([
    ['made for another purpose', secrets.sign('grant', 'abc:1')],
    [
      'with another payload',
      `${Buffer.from('abc:2').toString('base64url')}.${secrets.sign('gate', 'abc:1').split('.')[1]}`,
    ],
    ['without a signature', Buffer.from('abc:1').toString('base64url')],
    ['that is empty', ''],
  ])('%s says nothing', (_case, signed) => {
    expect(secrets.verify('gate', signed)).toBeNull();
  });
});

test('texts are the same only when every character is', () => {
  expect([sameText('abc', 'abc'), sameText('abc', 'abd'), sameText('abc', 'ab'), sameText('', '')]).toEqual([
    true,
    false,
    false,
    true,
  ]);
});
