import { NAME_MAX } from '@stagelink/shared/contracts/limits';
import { expect, test } from 'vitest';
import { toSnapshotSettings } from './snapshotSettings.ts';

test('a new snapshot is named after its folder and gets a password', () => {
  expect(toSnapshotSettings('boats', undefined, true)).toEqual({ name: 'boats' });
});

test('a new snapshot gets no password when the settings say so', () => {
  expect(toSnapshotSettings('boats', undefined, false)).toEqual({ name: 'boats', password: null });
});

test('a restage keeps the name and the password, whatever the settings say', () => {
  expect(toSnapshotSettings('boats', 'abcdefghij', false)).toEqual({ snapshotId: 'abcdefghij' });
});

test('a name that is too long is cut, and the root of a disk gives none', () => {
  expect(toSnapshotSettings('b'.repeat(NAME_MAX + 1), undefined, true)).toEqual({
    name: 'b'.repeat(NAME_MAX),
  });
  expect(toSnapshotSettings('', undefined, true)).toEqual({});
});
