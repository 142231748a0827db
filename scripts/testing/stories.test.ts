import { expect, test } from 'vitest';
import { Refusal } from '../setup/say.mjs';
import { story } from './stories.mjs';

test('stories whose browser cannot be installed are one failure that says why', async () => {
  const installed = Promise.reject(new Refusal('The stories need Chromium.'));
  expect(await story('all', installed)).toEqual({
    passed: 0,
    failed: 1,
    skipped: 0,
    failures: [{ name: 'The stories did not run', message: 'The stories need Chromium.' }],
  });
});

test('a mistake in the installation itself is not hidden', async () => {
  await expect(story('all', Promise.reject(new TypeError('programs is undefined')))).rejects.toThrow(
    'programs',
  );
});
