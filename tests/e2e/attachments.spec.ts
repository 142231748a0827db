import type { Page } from '@playwright/test';
import type { Comment } from '@stagelink/shared/contracts/comments';
import { openThread } from '../support/pages/comments.ts';
import { expect, test } from '../support/story.ts';

/** One red pixel. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const SCRIPT = `<!doctype html><script>document.title = 'owned'; parent.postMessage('owned', '*')</script>`;

interface Sent {
  filename: string;
  base64: string;
}

/** Posts a comment with files from the page itself, as the viewer does. */
const post = (page: Page, snapshotId: string, text: string, files: Sent[]): Promise<Comment> =>
  page.evaluate(
    async ([id, commentText, sent]) => {
      const form = new FormData();
      form.append('text', commentText);
      for (const { filename, base64 } of sent) {
        const content = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
        form.append('attachments', new File([content], filename, { type: 'text/html' }));
      }
      const answer = await fetch(`/api/snapshots/${id}/comments`, { method: 'POST', body: form });
      return ((await answer.json()) as { comment: Comment }).comment;
    },
    [snapshotId, text, files] as const,
  );

const base64 = (content: string) => Buffer.from(content).toString('base64');

test('what people attach is looked at or downloaded, and nothing in it runs', async ({
  owner,
  prototype,
  visitor: page,
  signedIn,
}) => {
  const staged = await owner.stage(await prototype('multi-page'), '--no-password');
  await page.goto(staged.url);
  const both = Buffer.concat([Buffer.from(PNG, 'base64'), Buffer.from(SCRIPT)]).toString('base64');
  const { attachments } = await post(page, staged.snapshotId, 'Have a look', [
    { filename: 'dot.png', base64: PNG },
    { filename: 'both.png', base64: both },
    { filename: 'page.txt', base64: base64(SCRIPT) },
  ]);
  expect(attachments.map(({ mimeType }) => mimeType)).toEqual(['image/png', 'image/png', 'text/plain']);

  // The signed-in owner sees both images next to the preview; they come from another site than the app.
  const ada = await signedIn(owner.account);
  await ada.goto(staged.url);
  await openThread(ada, 'Anonymous');
  const shown = ada.getByRole('button', { name: /dot\.png|both\.png/ }).locator('img');
  await expect(shown).toHaveCount(2);
  for (const picture of await shown.all()) {
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  }
  const [dot, poly, text] = attachments.map(({ url }) => url);
  expect(new URL(dot ?? '').origin).not.toBe(new URL(staged.url).origin);

  // Opened directly it is only an image, whatever else it contains, and receives no session.
  const requested = ada.waitForRequest(poly ?? '');
  await ada.goto(poly ?? '');
  expect((await (await requested).allHeaders())['cookie']).toBeUndefined();
  expect(await ada.evaluate(() => [document.contentType, document.title === 'owned'])).toEqual([
    'image/png',
    false,
  ]);

  // Other files are downloaded, never displayed.
  const download = ada.waitForEvent('download');
  await expect(ada.goto(text ?? '')).rejects.toThrow(/Download is starting|ERR_ABORTED/);
  expect((await download).suggestedFilename()).toBe('page.txt');
});
