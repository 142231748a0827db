import type { Page } from '@playwright/test';
import {
  type Cut,
  type CuttingProxy,
  startCuttingProxy,
} from '@stagelink/shared/staging/node/testing/cuttingProxy';
import { type Capture, endWorker, expect, type Site, test } from '../support/browserExtension.ts';
import type { Server } from '../support/server.ts';
import { versionsOf } from '../support/stagelink.ts';
import { LONG } from '../support/longForm.ts';

// One capture is one link with one version, whichever reply is lost and whenever the browser ends the worker.

const WHEN: readonly Cut['when'][] = ['before', 'after'];

const captureButton = (popup: Page) => popup.getByRole('button', { name: 'Capture', exact: true });
const done = (popup: Page) => popup.getByRole('heading', { name: 'Your link is ready' });

/** A popup that has read its page, and a proxy in front of the server. */
async function setUp(capture: Capture, site: Site, server: Server) {
  site.pages['/'] = '<!doctype html><title>Prices</title><h1>Three plans</h1>';
  const proxy = await startCuttingProxy(server.url);
  await capture.signIn();
  await capture.connectTo(proxy.url);
  const page = await capture.visit(site.url);
  const popup = await capture.popup(page);
  await expect(captureButton(popup)).toBeEnabled();
  return { proxy, page, popup };
}

/** The worker ends at the cut; resolves when it has ended. */
function endWorkerAt(proxy: CuttingProxy, capture: Capture, cut: Pick<Cut, 'step' | 'when'>): Promise<void> {
  return new Promise((resolve, reject) => {
    const onCut = () => void endWorker(capture).then(resolve, reject);
    proxy.cut = { ...cut, lasts: 'and_rest', onCut };
  });
}

test('a capture whose reply is lost shows its link', async ({ capture, site, server, owner }) => {
  const { proxy, popup } = await setUp(capture, site, server);
  proxy.cut = { step: 'once', when: 'after', lasts: 'once' };
  await captureButton(popup).click();
  await expect(done(popup)).toBeVisible();
  expect(proxy.cuts).toBe(1);
  expect(await versionsOf(server.url, owner.account)).toEqual([1]);
  proxy.close();
});

for (const when of WHEN)
  test(
    `without a network from the upload on, ${when} the server has acted, a capture says that it is not known, and the next click makes one link`,
    when === 'after' ? {} : LONG,
    async ({ capture, site, server, owner }) => {
      const { proxy, popup } = await setUp(capture, site, server);
      proxy.cut = { step: 'once', when, lasts: 'and_rest' };
      await captureButton(popup).click();
      await expect(popup.getByRole('alert')).toContainText('It is not known whether this was staged.');
      proxy.cut = null;
      await captureButton(popup).click();
      await expect(done(popup)).toBeVisible();
      expect(await versionsOf(server.url, owner.account)).toEqual([1]);
      proxy.close();
    },
  );

for (const when of WHEN)
  test(
    `a worker that ends while it uploads, ${when} the server has acted, makes one link with one version`,
    when === 'after' ? {} : LONG,
    async ({ capture, site, server, owner }) => {
      const { proxy, page, popup } = await setUp(capture, site, server);
      const ended = endWorkerAt(proxy, capture, { step: 'once', when });
      await captureButton(popup).click();
      await ended;
      await popup.close();
      proxy.cut = null;
      const again = await capture.popup(page);
      if (when === 'before') await captureButton(again).click();
      await expect(done(again)).toBeVisible();
      expect(await versionsOf(server.url, owner.account)).toEqual([1]);
      proxy.close();
    },
  );

for (const when of WHEN)
  test(
    `a worker that ends while it asks what became of an upload, ${when} the server has replied, makes one link with one version`,
    when === 'after' ? {} : LONG,
    async ({ capture, site, server, owner }) => {
      const { proxy, page, popup } = await setUp(capture, site, server);
      proxy.cut = { step: 'once', when: 'after', lasts: 'and_rest' };
      await captureButton(popup).click();
      await expect(popup.getByRole('alert')).toContainText('It is not known whether this was staged.');
      const ended = endWorkerAt(proxy, capture, { step: 'settle', when });
      await captureButton(popup).click();
      await ended;
      await popup.close();
      proxy.cut = null;
      await expect(done(await capture.popup(page))).toBeVisible();
      expect(await versionsOf(server.url, owner.account)).toEqual([1]);
      proxy.close();
    },
  );

test('a capture that is settled after its popup has closed shows its link in the next one', async ({
  capture,
  site,
  server,
  owner,
}) => {
  const { proxy, page, popup } = await setUp(capture, site, server);
  proxy.cut = { step: 'once', when: 'after', lasts: 'and_rest' };
  await captureButton(popup).click();
  await expect(popup.getByRole('alert')).toContainText('It is not known whether this was staged.');
  await popup.close();
  proxy.cut = null;

  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  proxy.hold = { step: 'settle', until: released.promise, onHeld: held.resolve };
  const closedEarly = await capture.popup(page);
  await held.promise;
  await closedEarly.close();
  released.resolve();
  await expect(done(await capture.popup(page))).toBeVisible();
  expect(await versionsOf(server.url, owner.account)).toEqual([1]);
  proxy.close();
});
