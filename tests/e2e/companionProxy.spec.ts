import { mkdir, readFile, writeFile } from 'node:fs/promises';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import tls from 'node:tls';
import type { Page } from '@playwright/test';
import { AUTHORITY, CERTIFICATE, CERTIFICATE_KEY } from '@stagelink/shared/staging/node/testing/certificates';
import { startProxy } from '@stagelink/shared/staging/node/testing/proxy';
import { axeViolations } from '../support/accessibility.ts';
import { test } from '../support/companion.ts';
import { type Companion, userData } from '../support/companionProgram.ts';
import { addFolder, signInAs, stageNow } from '../support/companionSteps.ts';
import { PASSWORD } from '../support/stagelink.ts';
import { expect } from '../support/story.ts';

const SERVER = 'https://stage.test';

/** Opens an encrypted port that forwards to a server. */
async function encrypted(server: string): Promise<{ port: number; close: () => void }> {
  const { port: to } = new URL(server);
  const front = tls.createServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY }, (socket) => {
    const target = net.connect(Number(to), '127.0.0.1');
    socket.on('error', () => target.destroy());
    target.on('error', () => socket.destroy());
    target.pipe(socket).pipe(target);
  });
  await new Promise<void>((listening) => front.listen(0, '127.0.0.1', listening));
  return { port: (front.address() as AddressInfo).port, close: () => void front.close() };
}

const isDialog = (page: Page) => page.url() === 'companion://app/proxy';

/** The window that asks for the proxy's credentials, once it is open. */
const proxyDialog = async ({ app }: Companion): Promise<Page> => {
  const dialog = app.windows().find(isDialog) ?? (await app.waitForEvent('window', isDialog));
  await dialog.waitForLoadState();
  return dialog;
};

/** Presses a key that closes the window, maybe before the press has been confirmed. */
async function pressAndLeave(dialog: Page, key: string): Promise<void> {
  const closed = dialog.waitForEvent('close');
  await dialog.keyboard.press(key).catch(() => {});
  await closed;
}

/** As the system sends a key; the driver sends its keys past the main process. */
const pressEscape = ({ app }: Companion): Promise<void> =>
  app.evaluate(({ BrowserWindow }) => {
    const dialog = BrowserWindow.getAllWindows().find(({ webContents }) =>
      webContents.getURL().endsWith('/proxy'),
    );
    dialog?.webContents.sendInputEvent({ type: 'keyDown', keyCode: 'Escape' });
  });

async function enter(dialog: Page, username: string, password: string): Promise<void> {
  await dialog.getByLabel('User name').fill(username);
  await dialog.getByLabel('Password').fill(password);
  await pressAndLeave(dialog, 'Enter');
}

test('behind a proxy with a password the user enters it once, and signs in and stages through it', async ({
  openCompanion,
  home,
  owner,
  server,
}) => {
  const front = await encrypted(server.url);
  const proxy = await startProxy(front.port, 'ada:correct horse');
  const authority = path.join(home, 'authority.crt');
  await writeFile(authority, AUTHORITY);
  const site = path.join(home, 'harbour');
  await mkdir(site);
  await writeFile(path.join(site, 'index.html'), '<!doctype html><title>Home</title><h1>Home</h1>');
  const options = {
    switches: [`--proxy-server=${proxy.url}`, '--ignore-certificate-errors'],
    env: { SSL_CERT_FILE: authority },
  };

  const first = await openCompanion(options);
  const signedIn = signInAs(first, SERVER, owner.account);
  const dialog = await proxyDialog(first);
  await expect(dialog.getByText('requires a user name and a password')).toContainText(
    new URL(proxy.url).host,
  );
  expect(await axeViolations(dialog)).toEqual([]);
  await enter(dialog, 'ada', 'wrong');
  const again = await proxyDialog(first);
  await expect(again.getByRole('alert')).toHaveText(
    'The proxy refused this user name or password. Check them and try again.',
  );
  await enter(again, 'ada', 'correct horse');
  await signedIn;
  await addFolder(first, site);
  await stageNow(first, site, 1);
  expect(proxy.seen).toContain('CONNECT stage.test:443');
  await first.quit();

  // The keyring has them at the next start, and no file does.
  const kept = await readFile(path.join(userData(home), 'proxies.json'), 'utf8');
  expect(kept).not.toContain('correct horse');
  const second = await openCompanion(options);
  await stageNow(second, site, 2);
  expect(second.app.windows().filter(isDialog)).toEqual([]);

  await second.quit();
  proxy.close();
  front.close();
});

test('a user who cancels reads that the server cannot be reached, and is asked again when they try again', async ({
  openCompanion,
  owner,
  server,
}) => {
  const front = await encrypted(server.url);
  const proxy = await startProxy(front.port, 'ada:correct horse');
  const companion = await openCompanion({
    switches: [`--proxy-server=${proxy.url}`, '--ignore-certificate-errors'],
  });
  const { window } = companion;
  await window.getByRole('textbox', { name: 'Server address' }).fill(SERVER);
  await window.getByRole('textbox', { name: 'Email' }).fill(owner.account.email);
  await window.getByLabel('Password', { exact: true }).fill(PASSWORD);
  for (const way of ['Cancel', 'Escape']) {
    await window.getByRole('button', { name: 'Sign in', exact: true }).click();
    const dialog = await proxyDialog(companion);
    const closed = dialog.waitForEvent('close');
    if (way === 'Escape') await pressEscape(companion);
    else await dialog.getByRole('button', { name: way }).click({ noWaitAfter: true });
    await closed;
    await expect(window.getByText('stage.test could not be reached.')).toBeVisible();
  }
  proxy.close();
  front.close();
});
