import { describe, expect, test } from 'vitest';
import { readIgnoreRules } from './ignoreRules.ts';
import { folderWith } from './testing/folders.ts';

const TEXT = '\ufeffdrafts/\ncafé.html\n';

describe('an ignore file', () => {
  test.each([
    ['UTF-8', Buffer.from(TEXT.slice(1))],
    ['UTF-8 with a byte order mark', Buffer.from(TEXT)],
    ['UTF-16, as Notepad and PowerShell write it', Buffer.from(TEXT, 'utf16le')],
    ['UTF-16 with the other byte order', Buffer.from(TEXT, 'utf16le').swap16()],
  ])('is read in %s', (_encoding, bytes) => {
    const folder = folderWith({ '.stagelinkignore': bytes });
    const rules = readIgnoreRules(folder, folder);
    expect(['drafts/', 'café.html', 'index.html'].map(rules)).toEqual(['project', 'project', null]);
  });

  test.each([
    ['is no text', { '.stagelinkignore': Buffer.from([0x61, 0xff, 0x61]) }],
    ['has UTF-16 without a byte order mark', { '.stagelinkignore': Buffer.from('drafts/', 'utf16le') }],
    ['is a folder', { '.stagelinkignore/a': 'x' }],
  ])('that %s stops the stage', (_what, files) => {
    const folder = folderWith(files);
    expect(() => readIgnoreRules(folder, folder)).toThrow(
      expect.objectContaining({ code: 'unreadable', message: expect.stringContaining('.stagelinkignore') }),
    );
  });
});
