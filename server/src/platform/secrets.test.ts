import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ConfigError } from './config.ts';
import { createSecrets, masterSecret, sameText } from './secrets.ts';

const secrets = createSecrets('a master secret that is long enough');

describe('a sealed text', () => {
  test('opens to the original and never looks the same twice', () => {
    const [one, two] = [secrets.seal('pässword'), secrets.seal('pässword')];
    expect(secrets.open(one)).toBe('pässword');
    expect(one.equals(two)).toBe(false);
  });

  test('that was modified does not open', () => {
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

describe('the key in the data folder', () => {
  async function dataFolder(): Promise<string> {
    const dir = await mkdtemp(path.join(tmpdir(), 'stagelink-secret-'));
    onTestFinished(() => rm(dir, { recursive: true }));
    return dir;
  }

  test.each([
    ['empty', ''],
    ['cut off', 'a'.repeat(31)],
  ])('is rejected when it is %s', async (_case, kept) => {
    const dir = await dataFolder();
    await writeFile(path.join(dir, 'secret'), kept);
    const refused = await masterSecret(dir).catch((cause: unknown) => cause);
    expect(refused).toBeInstanceOf(ConfigError);
    expect(String(refused)).toContain(`${dir}/secret, which holds the master key, is damaged`);
  });

  test('is created once by processes that start together, complete and private to this user', async () => {
    const dir = await dataFolder();
    const program = `
      const { masterSecret } = await import(${JSON.stringify(new URL('./secrets.ts', import.meta.url).href)});
      process.stdin.once('data', async () => console.log(await masterSecret(process.argv[1])));
      process.stderr.write('ready');`;
    const starting = Array.from({ length: 4 }, () =>
      spawn(process.execPath, ['--input-type=module', '--eval', program, dir]),
    );
    await Promise.all(starting.map(({ stderr }) => once(stderr, 'data')));
    for (const { stdin } of starting) stdin.end('go');
    const secrets = await Promise.all(starting.map(({ stdout }) => text(stdout)));
    expect(secrets[0]).toMatch(/^[\w-]{43}\n$/);
    expect(new Set(secrets).size).toBe(1);
    expect(await readdir(dir)).toEqual(['secret']);
    expect((await stat(path.join(dir, 'secret'))).mode & 0o777).toBe(0o600);
    expect(await masterSecret(dir)).toBe(secrets[0]?.trim());
  });
});

describe('a signed text', () => {
  test('returns what was signed', () => {
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
  ])('%s returns nothing', (_case, signed) => {
    expect(secrets.verify('gate', signed)).toBeNull();
  });
});

test('texts are equal only if every character is', () => {
  expect([sameText('abc', 'abc'), sameText('abc', 'abd'), sameText('abc', 'ab'), sameText('', '')]).toEqual([
    true,
    false,
    false,
    true,
  ]);
});
