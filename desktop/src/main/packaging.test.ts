import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, test, vi } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const read = (name: string): string => readFileSync(path.join(ROOT, name), 'utf8');
const config = read('electron-builder.yml');
const { scripts } = JSON.parse(read('package.json')) as {
  scripts: { package: string; 'package:signed': string };
};

/** The value of an option, and the text of the file that it names. */
const optionIn = (script: string, name: string): string =>
  new RegExp(`-c\\.${name.replaceAll('.', '\\.')}=(\\S+)`).exec(script)?.[1] ?? '';
const entitlements = (name: string): string =>
  read(new RegExp(`^ *${name}: (\\S+)$`, 'm').exec(config)?.[1] ?? '');

afterEach(() => void vi.unstubAllEnvs());

test.each(['entitlements', 'entitlementsInherit'])(
  'an unsigned package may load its own frameworks, and a signed one no others: %s',
  (name) => {
    expect(config).toContain('resetAdHocDarwinSignature: true');
    expect(optionIn(scripts.package, 'mac.identity')).toBe('-');
    expect(read(optionIn(scripts.package, `mac.${name}`))).toContain('disable-library-validation');
    expect(entitlements(name)).not.toContain('disable-library-validation');
    expect(scripts['package:signed']).not.toContain('-c.mac.');
  },
);

test('a release has to be signed, and for the Mac notarized', async () => {
  expect(optionIn(scripts['package:signed'], 'forceCodeSigning')).toBe('true');
  const hook = pathToFileURL(path.join(ROOT, optionIn(scripts['package:signed'], 'beforePack'))).href;
  const { default: check } = (await import(hook)) as {
    default: (context: { electronPlatformName: string }) => void;
  };
  vi.stubEnv('APPLE_KEYCHAIN_PROFILE', '');
  expect(() => check({ electronPlatformName: 'linux' })).not.toThrow();
  expect(() => check({ electronPlatformName: 'darwin' })).toThrow('has to be notarized');
  vi.stubEnv('APPLE_KEYCHAIN_PROFILE', 'stagelink');
  expect(() => check({ electronPlatformName: 'darwin' })).not.toThrow();
});

test('every file that the configuration names exists', () => {
  const named = [...config.matchAll(/^ *(?:icon|entitlements\w*): (\S+)$/gm)].map(([, file]) => file ?? '');
  expect(named).toHaveLength(5);
  expect(() => named.map(read)).not.toThrow();
});
