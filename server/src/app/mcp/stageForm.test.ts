import { expect, test } from 'vitest';
import { formOf, type SentFile } from './stageForm.ts';

const readForm = async (files: SentFile[]) => {
  const { type, body } = formOf(files);
  const form = await new Response(body as unknown as ReadableStream, {
    headers: { 'content-type': type },
  }).formData();
  const read = form.getAll('files') as File[];
  return Promise.all(read.map(async (file) => [file.name, Buffer.from(await file.arrayBuffer())] as const));
};

test('a form has each file with its path and bytes', async () => {
  const bytes = Buffer.from(Array.from({ length: 300_001 }, (_, at) => at % 251));
  const long = `${'x'.repeat(64 * 1024 - 1)}😀${'é'.repeat(100_000)}😀`;
  expect(
    await readForm([
      { path: 'a/"quoted".html', text: long },
      { path: 'b.png', base64: bytes.toString('base64') },
      { path: 'empty.txt', text: '' },
    ]),
  ).toEqual([
    ['a/"quoted".html', Buffer.from(long)],
    ['b.png', bytes],
    ['empty.txt', Buffer.alloc(0)],
  ]);
});

test('a file is decoded only as far as the form is read', () => {
  const { body } = formOf([{ path: 'a.txt', text: 'x'.repeat(4 * 1024 * 1024) }]);
  body.read();
  expect(body.readableLength).toBeLessThan(512 * 1024);
});
