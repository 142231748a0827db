import { expect, test } from '../support/browserExtension.ts';
import { openCapture, readCapture } from '../support/capturedFiles.ts';
import { capturePublicly, untilRead } from '../support/pages/capturePopup.ts';

test('ordinary words and styles stay, whatever the names of fields contain', async ({
  capture,
  site,
  server,
}) => {
  site.pages['/'] = `<!doctype html><title>Invoice</title>
    <style>.button { color: rgb(180, 83, 9) } .welcome { color: rgb(21, 128, 61) }</style>
    <h1>Northwind Boats</h1><p>Invoice of Northwind Boats, 12 May</p><p class="button">A button</p>
    <b class="welcome">You are welcome</b><i>Compass passenger</i>
    <input id="businessname" value="Northwind Boats"><input id="max_tokens" value="button">
    <input name="footprint" value="Compass passenger"><input aria-label="Phone time" value="12 May">
    <input type="password" id="pass"><input type="submit" name="password-reset" value="You are welcome">`;
  await capture.signIn();
  const page = await capture.visit(site.url);
  await page.locator('#pass').fill('welcome');
  const popup = await capture.popup(page);
  await popup.getByLabel('Keep what I typed').check();
  await untilRead(popup);
  await expect(popup.getByRole('list').first()).toHaveText(/^1 secret field left blank$/);
  const captured = await openCapture(page, server.url, await capturePublicly(popup));

  await expect(captured.getByRole('heading')).toHaveText('Northwind Boats');
  await expect(captured.locator('p').first()).toHaveText('Invoice of Northwind Boats, 12 May');
  await expect(captured.locator('p.button')).toHaveCSS('color', 'rgb(180, 83, 9)');
  await expect(captured.locator('b')).toHaveCSS('color', 'rgb(21, 128, 61)');
  await expect(captured.locator('i')).toHaveText('Compass passenger');
  await expect(captured.locator('#businessname')).toHaveValue('Northwind Boats');
  await expect(captured.locator('#max_tokens')).toHaveValue('button');
  await expect(captured.locator('[name=footprint]')).toHaveValue('Compass passenger');
  await expect(captured.getByRole('button')).toHaveValue('You are welcome');
  await expect(captured.locator('#pass')).toHaveValue('');
});

test('tokens in links and attributes stay behind, links work, and the popup counts what was taken out', async ({
  capture,
  site,
  server,
}) => {
  const secret = (name: string) => `SECRET1${name}`;
  const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJTRUNSRVQxIn0.U0VDUkVUMQ';
  site.pages['/'] = `<!doctype html><title>Account</title><meta name="csrf-token" content="${secret('meta')}">
    <a href="/unsubscribe?list=news&token=${secret('query')}">Unsubscribe</a>
    <a href="https://other.example/#access_token=${secret('fragment')}&state=7">Other</a>
    <a href="https://me:${secret('user')}@other.example/">User</a><a href="/mail/${jwt}">Mail</a>
    <form action="/pay?csrf=${secret('action')}"><input name="code" id="code" autocomplete="one-time-code"></form>
    <p id="echo"></p><main data-csrf="${secret('csrf')}" data-user-token="${secret('token')}" data-country-code="de"
      data-page='{"user":{"apiKey":"${secret('state')}"}}' data-next="/a?session=${secret('next')}">Main</main>
    <input class="masked" style="-webkit-text-security: disc" value="${secret('masked')}">
    <script>code.addEventListener('input', () => { echo.textContent = 'Code ' + code.value; })</script>`;
  await capture.signIn();
  const page = await capture.visit(site.url);
  await page.locator('#code').fill('918273');
  const popup = await capture.popup(page);
  await popup.getByRole('button', { name: 'Capture', exact: true }).waitFor();
  await untilRead(popup);
  await expect(popup.getByText('2 secret fields left blank')).toBeVisible();
  await expect(popup.getByText('A password, code or card number taken out of 1 text')).toBeVisible();
  await expect(popup.getByText('8 tokens taken out of links and attributes')).toBeVisible();
  const url = await capturePublicly(popup);

  for (const bytes of (await readCapture(page, server.url, url)).values()) {
    expect(bytes.toString('latin1')).not.toMatch(/SECRET1|eyJhb|918273/);
  }
  const captured = await openCapture(page, server.url, url);
  const href = (name: string) => captured.getByRole('link', { name }).getAttribute('href');
  expect(await href('Unsubscribe')).toBe(`${site.url}/unsubscribe?list=news`);
  expect(await href('Other')).toBe('https://other.example/#state=7');
  expect(await href('User')).toBe('https://other.example/');
  await expect(captured.locator('main')).toHaveAttribute('data-country-code', 'de');
  await expect(captured.locator('#echo')).toHaveText('Code');
});
