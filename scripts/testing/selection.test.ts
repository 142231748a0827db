import { expect, test } from 'vitest';
import { Refusal } from '../setup/say.mjs';
import { changedSince, parseSelection, storiesAffectedBy } from './selection.mjs';

test('without arguments everything runs', () => {
  expect(parseSelection([])).toEqual({ parts: ['check', 'unit', 'story'], words: [], since: null });
});

test('a part and words run what matches the words in that part', () => {
  expect(parseSelection(['unit', 'billing'])).toEqual({ parts: ['unit'], words: ['billing'], since: null });
  expect(parseSelection(['story', 'viewer', 'pins'])).toMatchObject({ words: ['viewer', 'pins'] });
});

test('words alone run what matches in the tests, and no checks', () => {
  expect(parseSelection(['viewer'])).toEqual({ parts: ['unit', 'story'], words: ['viewer'], since: null });
});

test('changed compares with a commit, the last one by default', () => {
  expect(parseSelection(['changed'])).toMatchObject({ words: [], since: 'HEAD' });
  expect(parseSelection(['unit', 'changed', 'main'])).toMatchObject({ parts: ['unit'], since: 'main' });
  expect(() => parseSelection(['changed', 'main', 'viewer'])).toThrow(Refusal);
});

test('an unknown commit is refused with its name', () => {
  expect(() => changedSince('no-such-commit')).toThrow('no-such-commit');
});

test.each([
  { files: ['desktop/src/main/windows/tray.ts'], stories: ['companion'] },
  { files: ['extension/src/offerLink.ts', 'tests/e2e/pins.spec.ts'], stories: ['editor', 'pins.spec.ts'] },
  { files: ['README.md', 'docs/limits.md', 'server/src/platform/log.test.ts'], stories: [] },
  { files: ['desktop/src/main/windows/tray.ts', 'shared/src/client/call.ts'], stories: 'all' },
  { files: ['package-lock.json'], stories: 'all' },
])('changes of $files affect the stories: $stories', ({ files, stories }) => {
  expect(storiesAffectedBy(files)).toEqual(stories);
});
