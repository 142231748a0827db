import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, test, vi } from 'vitest';

const DESKTOP = path.resolve(import.meta.dirname, '../..');
const read = (name: string): string => readFileSync(path.join(DESKTOP, name), 'utf8');
const entitlementsIn = (config: string): string =>
  read(/^ *entitlements: (\S+)$/m.exec(read(config))?.[1] ?? '');

afterEach(() => void vi.unstubAllEnvs());

test('an unsigned package may load its own frameworks, and a signed one no others', () => {
  expect(read('electron-builder.yml')).toContain('resetAdHocDarwinSignature: true');
  expect(entitlementsIn('electron-builder.unsigned.yml')).toContain('disable-library-validation');
  expect(entitlementsIn('electron-builder.yml')).not.toContain('disable-library-validation');
});

test('a release has to be signed, and for the Mac notarized', async () => {
  expect(read('electron-builder.release.yml')).toContain('forceCodeSigning: true');
  const hook = pathToFileURL(path.join(DESKTOP, 'build/requireNotarization.mjs')).href;
  const { default: check } = (await import(hook)) as {
    default: (context: { electronPlatformName: string }) => void;
  };
  vi.stubEnv('APPLE_KEYCHAIN_PROFILE', '');
  expect(() => check({ electronPlatformName: 'linux' })).not.toThrow();
  expect(() => check({ electronPlatformName: 'darwin' })).toThrow('has to be notarized');
  vi.stubEnv('APPLE_KEYCHAIN_PROFILE', 'stagelink');
  expect(() => check({ electronPlatformName: 'darwin' })).not.toThrow();
});
