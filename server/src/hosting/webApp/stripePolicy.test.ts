import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createSite } from '../../testing/site.ts';
import { UNREACHABLE_STRIPE } from '../../testing/stripe/unreachable.ts';
import { type World, worldForTest } from '../../testing/world.ts';
import { createWeb } from './web.ts';

/** The paths that the app’s own routes name. */
const ROUTES = [
  ...readFileSync(new URL('../../../../web/src/app/routes.tsx', import.meta.url), 'utf8').matchAll(
    /<Route path="([^"]+)"/g,
  ),
].map(([, route = '']) => route.replace('*', 'anything').replace(/^(?!\/)/, '/'));

async function worldWithPages(stripePublishableKey: string | null): Promise<World> {
  const dist = await mkdtemp(path.join(tmpdir(), 'stagelink-dist-'));
  onTestFinished(() => rm(dist, { recursive: true }));
  await writeFile(
    path.join(dist, 'index.html'),
    '<!doctype html><!--head--><title>App</title><!--/head--><!--stage--><div id="root"></div>',
  );
  const world = await worldForTest({ billing: { ...UNREACHABLE_STRIPE, stripePublishableKey } });
  world.app.web = createWeb(world.app, dist);
  return world;
}

async function headersOf(world: World, at: string) {
  const { headers } = await world.fetch({ path: at, headers: { Accept: 'text/html' } });
  return { policy: headers['content-security-policy'] ?? '', permissions: headers['permissions-policy'] };
}

test('only the pricing page may load Stripe’s script', async () => {
  const world = await worldWithPages('pk_test_1');
  const { id } = await createSite(world, { 'index.html': '<p>Home' });
  expect(ROUTES).toEqual(expect.arrayContaining(['/', '/login', '/pricing', '/dashboard', '/settings']));
  const others = ROUTES.filter((route) => route !== '/pricing');
  for (const at of [...others, `/s/${id}`, `/viewer/${id}`, '/docs', '/pricing/', '/Pricing']) {
    const { policy, permissions } = await headersOf(world, at);
    expect([at, policy, permissions]).toEqual([at, expect.not.stringContaining('stripe'), undefined]);
    expect(policy).toContain("script-src 'self';");
  }

  const { policy, permissions } = await headersOf(world, '/pricing?mode=upgrade');
  expect(policy).toContain("script-src 'self' https://js.stripe.com https://*.js.stripe.com;");
  expect(policy).toMatch(
    /frame-src [^;]*https:\/\/js\.stripe\.com https:\/\/\*\.js\.stripe\.com https:\/\/hooks\.stripe\.com;/,
  );
  expect(policy).toMatch(/connect-src 'self' [^;]* https:\/\/api\.stripe\.com;/);
  expect(policy).not.toContain('unsafe');
  expect(permissions).toBe('payment=(self "https://js.stripe.com")');
});

test('without a publishable key no page may', async () => {
  const world = await worldWithPages(null);
  const { policy, permissions } = await headersOf(world, '/pricing');
  expect([policy.includes('stripe'), permissions]).toEqual([false, undefined]);
});
