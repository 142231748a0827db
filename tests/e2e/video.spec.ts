import { prepareScenes } from '../support/videoScenes.ts';
import { expect, test } from '../support/story.ts';

test('what the video shows is what the product does, one scene for each line of its transcript', async ({
  page,
  owner,
  prototype,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/');
  await page.getByRole('button', { name: 'Watch the video' }).click();
  const transcript = await page.getByRole('dialog').getByRole('listitem').allTextContents();
  const scenes = await prepareScenes({
    page,
    owner,
    folder: await prototype('multi-page'),
    name: 'Osterlund studio',
    heading: 'Small houses',
    changed: 'Smaller houses',
    isWatched: false,
  });
  expect(scenes).toHaveLength(transcript.length);
  for (const scene of scenes) await scene();
  await expect(page).toHaveURL(/\/dashboard$/);
});
