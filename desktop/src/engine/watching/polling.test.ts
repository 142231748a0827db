import { folderWith } from '@stagelink/shared/staging/node/testing/folders';
import { expect, test } from 'vitest';
import { isShared, needsPolling } from './polling.ts';

test.each([
  ['ext4', 0xef53, false],
  ['Btrfs', 0x9123683e, false],
  ['memory', 0x01021994, false],
  ['overlay', 0x794c7630, false],
  ['NFS', 0x6969, true],
  ['CIFS, as a signed number', -11317950, true],
  ['SMB 2', 0xfe534d42, true],
  ['a drive of Windows in WSL', 0x01021997, true],
  ['a share of a virtual machine', 0x65735546, true],
])('a folder on %s (type %i) is polled: %s', (_name, type, isPolled) => {
  expect(isShared(type)).toBe(isPolled);
});

test('a folder of this computer is not polled, one of a network on Windows is', () => {
  expect(needsPolling(folderWith({}))).toBe(false);
  expect(needsPolling('/nowhere/at/all', 'linux')).toBe(false);
  expect(needsPolling('\\\\server\\share\\site', 'win32')).toBe(true);
  expect(needsPolling('\\\\wsl.localhost\\Debian\\home', 'win32')).toBe(true);
  expect(needsPolling('C:\\work', 'win32')).toBe(false);
});
