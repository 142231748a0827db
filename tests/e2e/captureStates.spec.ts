import { captureFrom, endWorker, expect, test } from '../support/browserExtension.ts';
import { openCapture } from '../support/capturedFiles.ts';
import { untilRead } from '../support/pages/capturePopup.ts';

const PAGE = `<!doctype html><title>Form</title><h1>All</h1><section style="padding:20px">Only this <input id="note"></section>
  <img src="/large.png" alt="">`;

test('what was chosen in the popup outlives the worker, and not the page', async ({
  capture,
  site,
  server,
}) => {
  site.pages['/'] = PAGE;
  site.pages['/large.png'] = (_request, response) =>
    void response.setHeader('Content-Type', 'image/png').end(Buffer.alloc(6 * 1024 * 1024, 1));
  await capture.signIn();
  const page = await capture.visit(site.url);
  await page.locator('#note').fill('A note');
  const popup = await capture.popup(page);
  const label = popup.getByText(/^section, /);
  const kept = popup.getByLabel('Keep what I typed');
  const include = popup.getByRole('button', { name: 'Include large.png, 6 MB' });
  await include.click();
  await expect(include).toHaveCount(0);
  await untilRead(popup);
  await kept.check();
  await untilRead(popup);
  await popup.getByRole('button', { name: 'Capture one element' }).click();
  await expect(page.locator('#stagelink-capture-pick')).toBeAttached();
  await page.getByText('Only this').click({ position: { x: 2, y: 2 } });
  await expect(label).toBeVisible();
  await untilRead(popup);

  await popup.goto('about:blank');
  await endWorker(capture);
  await popup.goBack();
  await untilRead(popup);
  await expect(label).toBeVisible();
  await expect(kept).toBeChecked();
  await popup.getByRole('combobox', { name: 'Password' }).selectOption('none');
  const captured = await openCapture(page, server.url, await captureFrom(popup));
  await expect(captured.locator('#note')).toHaveValue('A note');
  await expect(captured.getByRole('heading')).toHaveCount(0);

  const drawnAgain = popup.evaluate(
    () =>
      new Promise((resolve) => {
        const title = document.querySelector('#done-title');
        if (title) new MutationObserver(() => resolve(true)).observe(title, { childList: true });
      }),
  );
  await endWorker(capture);
  await drawnAgain;
  await expect(popup.getByRole('heading', { name: 'Your link is ready' })).toBeVisible();
  await popup.close();

  await page.reload();
  await page.locator('#note').fill('A note');
  const again = await capture.popup(page);
  await untilRead(again);
  await expect(again.getByText(/^section, /)).toBeHidden();
  await expect(again.getByLabel('Keep what I typed')).not.toBeChecked();
  await expect(again.getByRole('button', { name: 'Include large.png, 6 MB' })).toBeVisible();
});

test('pages that differ by a query or a route are pages of their own, and the same one is kept once', async ({
  capture,
  site,
  server,
}) => {
  const links = ['/list?page=1', '/list?page=2', '/list?page=2#/details']
    .map((href) => `<a href="${href}">${href}</a>`)
    .join('');
  site.pages['/list'] = `<!doctype html><title>List</title>${links}<h1></h1><script>
    document.querySelector('h1').textContent = location.search + location.hash</script>`;
  await capture.signIn();
  const page = await capture.visit(`${site.url}/list?page=1`);
  const add = async () => {
    const popup = await capture.popup(page);
    await untilRead(popup);
    await popup.getByRole('button', { name: 'Add another page' }).click();
    await expect(popup.getByText('Open the next page and press the button again.')).toBeVisible();
    await popup.close();
  };
  await add();
  const twice = await capture.popup(page);
  await untilRead(twice);
  await expect(twice.getByText(/^1 page, .*Open the next page/)).toBeVisible();
  await expect(twice.getByRole('button', { name: 'Add another page' })).toBeDisabled();
  await twice.close();
  await page.goto(`${site.url}/list?page=2`);
  await add();
  await page.goto('about:blank');
  await page.goto(`${site.url}/list?page=2#/details`);
  const popup = await capture.popup(page);
  await untilRead(popup);
  await popup.getByRole('combobox', { name: 'Password' }).selectOption('none');
  const shown = await openCapture(page, server.url, await captureFrom(popup, 'Capture all'));
  for (const at of ['?page=2', '?page=2#/details', '?page=1']) {
    await shown.getByRole('link', { name: `/list${at}`, exact: true }).click();
    await expect(shown.getByRole('heading')).toHaveText(at);
  }
  await popup.close();

  await page.goto('about:blank');
  await page.goto(`${site.url}/list?page=2`);
  const other = await capture.popup(page);
  await untilRead(other);
  await expect(other.getByLabel('Save as')).toBeDisabled();
});
