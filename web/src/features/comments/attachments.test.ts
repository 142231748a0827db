import { expect, test } from 'vitest';
import { addFiles, pasted } from './attachments.ts';

const file = (name: string, size = 5) =>
  Object.defineProperty(new File(['hello'], name), 'size', { value: size });

test('what may be attached is, and what may not is named with the reason', () => {
  const { files, problem } = addFiles(
    [file('before.png')],
    [file('after.pdf'), file('run.exe'), file('huge.png', 10 * 1024 * 1024 + 1)],
  );
  expect(files.map(({ name }) => name)).toEqual(['before.png', 'after.pdf']);
  expect(problem).toContain('run.exe has an unsupported file type. ');
  expect(problem).toContain('huge.png is too large (max 10MB)');
});

test('a file of exactly ten megabytes is not too large', () => {
  expect(addFiles([], [file('a.zip', 10 * 1024 * 1024)]).problem).toBeNull();
});

test('no more than ten can be attached', () => {
  const many = Array.from({ length: 12 }, (_, index) => file(`${index}.png`));
  const { files, problem } = addFiles([], many);
  expect(files).toHaveLength(10);
  expect(problem).toBe('A comment can have at most 10 files');
});

test('pictures from the clipboard get names of their own', () => {
  expect(
    pasted([file('image.png'), file('photo.jpg'), file('image.png')], 1).map(({ name }) => name),
  ).toEqual(['pasted-2.png', 'photo.jpg', 'pasted-4.png']);
});
