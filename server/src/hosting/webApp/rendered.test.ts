import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../testing/builders.ts';
import { createWorld, type World, worldForTest } from '../../testing/world.ts';
import { createWeb } from './web.ts';

const NAVIGATION = { Accept: 'text/html' };
const HEAD = '<!--head--><title>App</title><!--/head-->';

const PRICES = ['included', 'upgrade', 'trial', 'cardUsed', 'trialUsed', 'pro', 'pastDue'].flatMap(
  (prices) => [prices, `session ${prices}`, `${prices} taxes`, `session ${prices} taxes`],
);

const BILLING = {
  collectsTaxes: false,
  stripeSecretKey: 'sk_test',
  stripePublishableKey: null,
  webhookSecrets: ['whsec_test'],
  apiBase: null,
};

let dist: string;
let world: World;
let ada: Person;

const page = (at: string, variant: string) => ({
  path: at,
  variant,
  html: `<!doctype html>${HEAD}<p>${at}: ${variant || 'visitor'} at {APP_URL}, key {STRIPE_PUBLISHABLE_KEY}.</p><!--stage-->`,
});

beforeAll(async () => {
  dist = await mkdtemp(path.join(tmpdir(), 'stagelink-rendered-'));
  await writeFile(path.join(dist, 'index.html'), `<!doctype html>${HEAD}<!--stage--><div id="root"></div>`);
  const pages = [
    ...['', 'try', 'session', 'session try'].map((variant) => page('/', variant)),
    ...PRICES.map((variant) => page('/pricing', variant)),
  ];
  await writeFile(path.join(dist, 'pages.json'), JSON.stringify(pages));
  world = await createWorld();
  world.app.web = createWeb(world.app, dist);
  ada = await world.build.user();
});
afterAll(async () => {
  await world.close();
  await rm(dist, { recursive: true });
});

async function read(of: World, at: string, headers: Record<string, string> = NAVIGATION) {
  const { status, headers: sent, body } = await of.fetch({ path: at, headers });
  return { status, sent, html: body.toString() };
}

test('visitors get the landing page complete, with the address of this server', async () => {
  const { status, sent, html } = await read(world, '/?utm_source=x');
  expect(status).toBe(200);
  expect(html).toContain(`<p>/: try at ${world.app.config.appUrl},`);
  expect(html).not.toContain('<!--');
  expect(sent['cache-control']).toBe('private, no-cache');
  expect(sent['vary']).toContain('Cookie');
  expect(sent['x-robots-tag']).toBeUndefined();
});

test('a session, and only one that is valid, changes the landing page and the prices', async () => {
  const withSession = (secret: string) => ({ ...NAVIGATION, Cookie: `__Host-session=${secret}` });
  expect((await read(world, '/', withSession(ada.secret))).html).toContain('<p>/: session try at');
  expect((await read(world, '/pricing', withSession(ada.secret))).html).toContain(
    '<p>/pricing: session included at',
  );
  expect((await read(world, '/', withSession('unknown'))).html).toContain('<p>/: try at');
  expect((await read(world, '/', { ...NAVIGATION, Authorization: 'Bearer unknown' })).html).toContain(
    '<p>/: try at',
  );
});

test('a server that does not take snapshots without an account does not offer it', async () => {
  const own = await worldForTest({ tryWithoutAccount: false });
  own.app.web = createWeb(own.app, dist);
  expect((await read(own, '/')).html).toContain('<p>/: visitor at');
});

test('prices are those of the mode in the URL; without billing Pro is included', async () => {
  expect((await read(world, '/pricing?mode=trial')).html).toContain('<p>/pricing: included at');
  const own = await worldForTest({ billing: BILLING });
  own.app.web = createWeb(own.app, dist);
  expect((await read(own, '/pricing')).html).toContain('<p>/pricing: upgrade at');
  expect((await read(own, '/pricing?mode=trial&plan=annual')).html).toContain('<p>/pricing: trial at');
  expect((await read(own, '/pricing?mode=%3Cscript%3E')).html).toContain('<p>/pricing: upgrade at');
  expect((await read(own, '/pricing?mode=upgrade&notice=card_used')).html).toContain(
    '<p>/pricing: cardUsed at',
  );
});

test('with an account, prices are those of its plan', async () => {
  const own = await worldForTest({ billing: BILLING, isSelfHosted: false });
  own.app.web = createWeb(own.app, dist);
  const person = await own.build.user();
  const pricesAt = async (at: string) =>
    /\/pricing: (.*) at/.exec(
      (await read(own, at, { ...NAVIGATION, Cookie: `__Host-session=${person.secret}` })).html,
    )?.[1];
  const become = (columns: object) => own.app.db('users').where({ id: person.id }).update(columns);

  expect(await pricesAt('/pricing')).toBe('session upgrade');
  expect(await pricesAt('/pricing?mode=trial')).toBe('session trial');
  expect(await pricesAt('/pricing?mode=upgrade&notice=card_used')).toBe('session cardUsed');
  await become({ had_trial: true });
  expect(await pricesAt('/pricing?mode=trial')).toBe('session trialUsed');
  await become({ plan: 'pro', subscription_status: 'active' });
  expect(await pricesAt('/pricing?mode=trial')).toBe('session pro');
  await become({ subscription_status: 'past_due' });
  expect(await pricesAt('/pricing')).toBe('session pastDue');
});

test('prices speak of taxes where the checkout adds them, and only there', async () => {
  const own = await worldForTest({ billing: { ...BILLING, collectsTaxes: true }, isSelfHosted: false });
  own.app.web = createWeb(own.app, dist);
  expect((await read(own, '/pricing')).html).toContain('<p>/pricing: upgrade taxes at');
  const person = await own.build.user();
  await own.app.db('users').where({ id: person.id }).update({ plan: 'pro', subscription_status: 'active' });
  const { html } = await read(own, '/pricing', {
    ...NAVIGATION,
    Cookie: `__Host-session=${person.secret}`,
  });
  expect(html).toContain('<p>/pricing: session pro at');
});

test('the prices carry the publishable key of this server, and nothing without one', async () => {
  for (const [stripePublishableKey, shown] of [
    ['pk_test_1', 'key pk_test_1.'],
    [null, 'key .'],
  ] as const) {
    const own = await worldForTest({ billing: { ...BILLING, stripePublishableKey } });
    own.app.web = createWeb(own.app, dist);
    expect((await read(own, '/pricing')).html).toContain(shown);
  }
});

test.each([
  ['Slack', { 'User-Agent': 'Slackbot-LinkExpanding 1.0', Accept: '*/*', Range: 'bytes=0-32768' }],
  ['WhatsApp', { 'User-Agent': 'WhatsApp/2.23.20.0', Accept: '*/*' }],
  ['curl -I', { 'User-Agent': 'curl/8.14.1', Accept: '*/*' }],
  ['a program that sends no Accept', {}],
])('%s reads the head of the public pages, by GET and by HEAD', async (_program, headers) => {
  const { appUrl } = world.app.config;
  for (const [at, title] of [
    ['/', 'Stagelink · A private link for every prototype'],
    ['/pricing', 'Pricing · Stagelink'],
  ] as const) {
    const { status, sent, html } = await read(world, at, headers as Record<string, string>);
    expect([status, sent['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(html).toContain(`<title>${title}</title>`);
    expect(html).toContain(`<meta property="og:title" content="${title}">`);
    expect(html).toContain(`<meta property="og:url" content="${appUrl}${at}">`);
    expect(html).toContain(`<meta property="og:image" content="${appUrl}/card.png">`);
    const head = await world.fetch({ path: at, method: 'HEAD', headers: headers as Record<string, string> });
    expect([head.status, head.headers['content-type'], head.body.length]).toEqual([
      200,
      'text/html; charset=utf-8',
      0,
    ]);
  }
});

test('search engines read what the product is, and what it costs where it is sold', async () => {
  const productIn = (html: string) =>
    JSON.parse(/<script type="application\/ld\+json">(.*)<\/script>/.exec(html)?.[1] ?? 'null');
  const { html } = await read(world, '/');
  expect(productIn(html)).toMatchObject({
    '@type': 'SoftwareApplication',
    name: 'Stagelink',
    url: `${world.app.config.appUrl}/`,
    offers: [{ name: 'Free', price: '0.00', priceCurrency: 'USD' }],
  });
  expect(html).toContain(`<link rel="canonical" href="${world.app.config.appUrl}/">`);
  const own = await worldForTest({ billing: BILLING });
  own.app.web = createWeb(own.app, dist);
  expect(productIn((await read(own, '/')).html).offers).toMatchObject([
    { price: '0.00' },
    { price: '6.00' },
    { price: '60.00' },
  ]);
  expect((await read(world, '/pricing')).html).not.toContain('ld+json');
});
