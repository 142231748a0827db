import { accessibilityViolations } from '../support/accessibility.ts';
import { drawnIn } from '../support/drawnMarks.ts';
import { clickIn } from '../support/pages/viewer.ts';
import { commentOn } from '../support/pages/comments.ts';
import { expect, openLink, previewOf, test } from '../support/story.ts';

test('Shift+C hides the pins, in the preview too, and the viewer says how to show them', async ({
  visitor,
  owner,
  prototype,
}) => {
  const staged = await owner.stage(await prototype('multi-page'), '--no-password');
  await visitor.setViewportSize({ width: 1440, height: 900 });
  await openLink(visitor, staged);
  await expect(previewOf(visitor).locator('h1')).toBeVisible();
  await commentOn(visitor, 'h1', 'Too long');
  const marks = async () => (await drawnIn(visitor)).filter(({ kind }) => kind === 'mark').length;
  await expect.poll(marks).toBe(1);

  await clickIn(visitor, 'body');
  await visitor.keyboard.press('Shift+C');
  const state = visitor.getByText('Pins are hidden');
  await expect(state).toBeVisible();
  await expect.poll(marks).toBe(0);
  for (const colorScheme of ['light', 'dark'] as const) {
    await visitor.emulateMedia({ colorScheme });
    expect(await accessibilityViolations(visitor)).toEqual([]);
  }
  await visitor.getByRole('button', { name: 'Show pins' }).click();
  await expect.poll(marks).toBe(1);
  await expect(state).toHaveCount(0);

  await visitor.keyboard.press('?');
  await expect(visitor.getByRole('dialog').getByText('Hide or show pins')).toBeVisible();
});
