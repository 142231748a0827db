import { expect, signInOn } from '../support/browserExtension.ts';
import { openCapture } from '../support/capturedFiles.ts';
import { test } from '../support/packedExtension.ts';
import { difference, pictureOf, shows } from '../support/pictures.ts';
import { pressToolbarButton } from '../support/toolbarButton.ts';

test('the button of the packed extension keeps the page in front, with pictures of what no script may read', async ({
  packed: { context, extensionId },
  server,
  owner,
  site,
}) => {
  await signInOn(`chrome-extension://${extensionId}/options.html`, context, server, owner.account);
  site.pages['/'] = `<!doctype html><title>In front</title><style>body{margin:24px}</style><h1>In front</h1>
    <canvas id="deep" width="200" height="100"></canvas><canvas id="empty" width="80" height="80"></canvas>
    <iframe src="${site.outside}/far" width="300" height="150"></iframe><script>
    const gl = deep.getContext('webgl'); gl.clearColor(0.2, 0.5, 0.9, 1); gl.clear(gl.COLOR_BUFFER_BIT);
    </script>`;
  site.pages['/far'] =
    '<!doctype html><title>Far</title><body style="background:#15803d;color:#fff">Far away';
  const page = await context.newPage();
  await page.goto(`${site.url}/`);
  let live = await pictureOf(page);
  // Another process draws the frame, on a busy computer after the page has loaded.
  await expect.poll(async () => shows((live = await pictureOf(page)), [21, 128, 61])).toBe(true);

  const popup = await pressToolbarButton(context, extensionId, page.url());
  await expect
    .poll(() => popup.text('#left-out'))
    .toContain(`Frame of ${new URL(site.outside).host}, as a picture`);
  await popup.choose('#password', 'none');
  await popup.click('#submit');
  await expect.poll(() => popup.text('#done-title')).toBe('Your link is ready');

  const captured = await openCapture(page, server.url, await popup.text('#link'));
  expect(difference(live, await pictureOf(captured))).toBeLessThan(0.01);
  await expect(captured.locator('#deep')).toHaveCSS('background-image', /\/assets\/[0-9a-f]{20}\.png/);
  await expect(captured.locator('#empty')).toHaveCSS('background-image', /data:,/);
});
