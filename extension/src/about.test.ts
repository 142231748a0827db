import { NAME_MAX } from '@stagelink/shared/contracts/limits';
import { expect, test } from 'vitest';
import { aboutOf } from './about.ts';

test('a new snapshot is named after its folder and gets a password', () => {
  expect(aboutOf('boats', undefined, true)).toEqual({ name: 'boats' });
});

test('a new snapshot gets no password when the settings say so', () => {
  expect(aboutOf('boats', undefined, false)).toEqual({ name: 'boats', password: null });
});

test('a restage keeps the name and the password, whatever the settings say', () => {
  expect(aboutOf('boats', 'abcdefghij', false)).toEqual({ snapshotId: 'abcdefghij' });
});

test('a name that is too long is cut, and the root of a disk gives none', () => {
  expect(aboutOf('b'.repeat(NAME_MAX + 1), undefined, true)).toEqual({ name: 'b'.repeat(NAME_MAX) });
  expect(aboutOf('', undefined, true)).toEqual({});
});
