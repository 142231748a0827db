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

test('the recording is as long as promised, small, and has a caption for each line of its transcript', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Watch the video' }).click();
  const dialog = page.getByRole('dialog');
  const video = dialog.locator('video');
  const read = () =>
    video.evaluate((element: HTMLVideoElement) => ({
      seconds: element.duration,
      size: [element.videoWidth, element.videoHeight],
      captions: [...(element.textTracks[0]?.cues ?? [])].map((cue) => (cue as VTTCue).text),
    }));
  await expect
    .poll(read)
    .toMatchObject({ size: [1280, 800], captions: await dialog.getByRole('listitem').allTextContents() });
  const { seconds } = await read();
  expect(seconds).toBeGreaterThanOrEqual(45);
  expect(seconds).toBeLessThanOrEqual(60);

  const sources = await video
    .locator('source')
    .evaluateAll((all: HTMLSourceElement[]) => all.map(({ src }) => src));
  const files = await Promise.all(sources.map(async (src) => (await page.request.get(src)).body()));
  expect(files).toHaveLength(2);
  expect(files.reduce((sum, { length }) => sum + length, 0)).toBeLessThanOrEqual(3 * 1024 * 1024);
  // MP4 starts to play before it is loaded when its index comes first.
  const [mp4] = files;
  expect(mp4?.indexOf('moov')).toBeGreaterThan(0);
  expect(mp4?.indexOf('moov')).toBeLessThan(mp4?.indexOf('mdat') ?? 0);
});
