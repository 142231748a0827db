import type { Page, Route } from '@playwright/test';
import { signedInBuyer, test as withBilling } from '../support/billing.ts';
import { accessibilityViolations } from '../support/accessibility.ts';
import { layoutShifts, recordLayoutShifts } from '../support/layoutShifts.ts';
import { fitsWindow } from '../support/pages/boxes.ts';
import { expect, test } from '../support/story.ts';
import { watchTraffic } from '../support/watchTraffic.ts';
import { LONG } from '../support/longForm.ts';

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const TAGLINES = ['No DevOps', 'No GitHub', 'No finnicky envs', 'No deployment pipelines', 'No configs'];

/** The visible texts of HTML, as a program reads them. */
const textsOf = (html: string): string =>
  html
    .replace(/<head>[^]*<\/head>|<svg[^]*?<\/svg>/g, '')
    .replace(/<[^>]*>/g, '\n')
    .replaceAll('&amp;', '&');

test('the landing page is complete in its first HTML, and loads next to no script', async ({
  page,
  server,
}) => {
  const answer = await fetch(server.url);
  const html = await answer.text();
  const texts = textsOf(html);
  for (const text of [
    'Put your prototype on stage',
    'Stagelink turns a folder on your computer into a private link',
    ...TAGLINES,
    'Start Staging Free',
    'Sign Up',
    'Log In',
    'How It Works',
    'Build locally',
    'Deploy instantly',
    'Share via a private URL',
    'From a comment to a confirmed change',
    'Confirmed by the commenter',
    'Features',
    'Comments pinned to elements',
    'Reviews with approval',
    'Your next review is one link away',
    'Contact support',
    `curl -F file=@site.zip ${server.url}/api/try`,
  ])
    expect(texts).toContain(text);
  for (const link of [
    '/login?mode=signup',
    '/login',
    '/pricing',
    '/docs',
    '/docs/coding-agents',
    '#how-it-works',
    '#features',
  ])
    expect(html).toContain(`href="${link}"`);
  expect(html).toContain(`<link rel="canonical" href="${server.url}/">`);
  expect(html).toContain('<script type="application/ld+json">');

  const scripts: Promise<number>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      scripts.push(response.body().then(({ length }) => length));
  });
  await page.setViewportSize({ width: 1440, height: 400 });
  await page.goto('/', { waitUntil: 'load' });
  const loaded = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0);
  expect(loaded).toBeGreaterThan(0);
  expect(loaded).toBeLessThan(60_000);
});

withBilling(
  'prices are in the first HTML, and lead to signing up without a script',
  async ({ seller, browser }) => {
    for (const [mode, title, action] of [
      ['upgrade', 'Upgrade to Pro', 'Upgrade to Pro'],
      ['trial', 'Try Pro for 7 days', 'Start free trial'],
    ] as const) {
      const texts = textsOf(await (await fetch(`${seller.url}/pricing?mode=${mode}`)).text());
      for (const text of [
        title,
        action,
        'Free',
        '3 snapshots',
        '$6',
        'per month',
        '$60',
        'per year',
        'Save 17%',
      ])
        expect(texts).toContain(text);
      expect(texts).toContain('Have a promotion code? You can enter it at checkout.');
      expect(texts).toContain('What happens when Pro ends?');
    }
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: seller.url });
    const page = await context.newPage();
    await page.goto('/pricing');
    await page.getByRole('region', { name: 'Annual' }).getByRole('link', { name: 'Upgrade to Pro' }).click();
    await expect(page).toHaveURL('/login?mode=signup&plan=annual&redirect=pricing');
    await context.close();
  },
);

for (const [name, size] of [
  ['a wide window', WIDE],
  ['a phone', PHONE],
] as const) {
  withBilling(
    `the prices load nothing from other hosts, fit both themes and never move, in ${name}`,
    size === PHONE ? {} : LONG,
    async ({ seller, buyer: page }) => {
      await recordLayoutShifts(page);
      await page.setViewportSize(size);
      for (const enter of [() => Promise.resolve(), () => signedInBuyer(page)]) {
        await enter();
        const { foreign, complaints } = watchTraffic(page, seller.url);
        await page.goto('/pricing?mode=trial');
        for (const plan of ['Free', 'Pro monthly', 'Pro annual'])
          await expect(page.getByRole('region', { name: plan })).toBeVisible();
        await expect(page.getByText('Save 17%')).toBeVisible();
        expect(await fitsWindow(page)).toBe(true);
        expect(await accessibilityViolations(page)).toEqual([]);
        expect(await layoutShifts(page)).toEqual([]);
        expect(foreign).toEqual([]);
        expect(complaints).toEqual([]);
      }
    },
  );

  test(
    `where Pro is included, the prices list what that is and lead on, in ${name}`,
    size === PHONE ? {} : LONG,
    async ({ visitor: page, owner, signedIn }) => {
      const pro = (of: Page) => of.getByRole('region', { name: 'Pro', exact: true });
      await page.setViewportSize(size);
      await page.goto('/pricing');
      await expect(page.getByText('Pro is included on this server. There is no billing.')).toBeVisible();
      await expect(pro(page).getByRole('listitem').first()).toHaveText('Unlimited snapshots');
      expect(await fitsWindow(page)).toBe(true);
      expect(await accessibilityViolations(page)).toEqual([]);
      await pro(page).getByRole('link', { name: 'Sign Up' }).press('Enter');
      await expect(page).toHaveURL('/login?mode=signup');

      const own = await signedIn(owner.account);
      await own.goto('/pricing');
      await pro(own).getByRole('link', { name: 'Open dashboard' }).press('Enter');
      await expect(own).toHaveURL(/\/dashboard$/);
    },
  );
}

test('with a session the landing page leads to the dashboard', async ({ owner, signedIn }) => {
  const page = await signedIn(owner.account);
  await page.goto('/');
  const bar = page.getByRole('banner');
  await expect(bar.getByRole('link', { name: 'Sign Up' })).toHaveCount(0);
  await bar.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('the heading is painted before any picture or script has arrived', async ({ page }) => {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      const last = list.getEntries().at(-1) as { element?: Element } & PerformanceEntry;
      document.documentElement.dataset['largest'] = last.element?.tagName;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
  for (const size of [{ width: 1440, height: 900 }, PHONE]) {
    await page.setViewportSize(size);
    const arrived = Promise.withResolvers<void>();
    const hold = async (route: Route) => {
      await arrived.promise;
      await route.continue();
    };
    await page.route(/\/landing\/.*\.webp|\/assets\/.*\.js/, hold);
    await page.goto('/', { waitUntil: 'commit' });
    await expect(page.locator('html')).toHaveAttribute('data-largest', /^(H1|P)$/);
    arrived.resolve();
    await page.waitForFunction(() => document.images[0]?.complete);
    await page.unrouteAll({ behavior: 'wait' });
  }
});

test('the landing page has three steps, six features, and all its links', async ({ page, server }) => {
  const { foreign, complaints } = watchTraffic(page, server.url);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Put your prototype on stage' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'How It Works' }).getByRole('listitem')).toHaveCount(3);
  await expect(page.getByRole('region', { name: 'Features' }).getByRole('listitem')).toHaveCount(6);
  const bar = page.getByRole('banner');
  await expect(bar.getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/login?mode=signup');
  await expect(bar.getByRole('link', { name: 'Log In' })).toHaveAttribute('href', '/login');
  for (const start of await page.getByRole('link', { name: 'Start Staging Free' }).all())
    await expect(start).toHaveAttribute('href', '/login');
  const footer = page.getByRole('contentinfo');
  for (const [name, href] of [
    ['How It Works', '#how-it-works'],
    ['Features', '#features'],
    ['Pricing', '/pricing'],
    ['Docs', '/docs'],
    ['Contact support', '/support'],
  ] as const)
    await expect(footer.getByRole('link', { name })).toHaveAttribute('href', href);
  await footer.getByRole('link', { name: 'Contact support' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Troubleshooting' })).toBeVisible();
  expect(foreign).toEqual([]);
  expect(complaints).toEqual([]);
});

test('the product is visible in the first window, in the theme of the visitor', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto('/');
    const picture = page.getByRole('img', { name: /A prototype in the viewer/ });
    await expect(picture).toBeInViewport({ ratio: 0.4 });
    const shown = () => picture.evaluate((image: HTMLImageElement) => image.currentSrc);
    expect(await shown()).toContain(`/landing/viewer-${colorScheme}.webp`);
    expect(await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => true))).toBe(true);
  }
});

test('the video loads when it is asked for, and has a transcript; keys alone open and close it', async ({
  page,
}) => {
  const videos: string[] = [];
  page.on('request', (request) => {
    if (/video\.(mp4|webm|vtt)/.test(request.url())) videos.push(request.url());
  });
  await page.goto('/');
  await expect(page.locator('canvas')).toHaveAttribute('data-stars', '50');
  expect(videos).toEqual([]);
  await page.getByRole('button', { name: 'Watch the video' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Stagelink in a minute' });
  await expect(dialog.getByRole('listitem')).toHaveCount(7);
  await expect.poll(() => videos.some((url) => url.endsWith('.mp4'))).toBe(true);
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Watch the video' })).toBeFocused();
});

/** What has the focus: its name, and whether a person sees where it is. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return null;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const { top, bottom } = element.getBoundingClientRect();
    const name = element.getAttribute('aria-label') ?? element.textContent.trim();
    return {
      name,
      isSeen: outlineStyle !== 'none' && outlineWidth !== '0px' && bottom > 0 && top < window.innerHeight,
    };
  });

for (const [name, size] of [
  ['a wide window', WIDE],
  ['a phone', PHONE],
] as const) {
  test(
    `the keyboard alone goes through the whole landing page, in ${name}`,
    size === PHONE ? LONG : {},
    async ({ visitor: page }) => {
      await page.setViewportSize(size);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto('/');
      await page.keyboard.press('Tab');
      await expect.poll(() => focused(page)).toEqual({ name: 'Skip to content', isSeen: true });
      await page.getByRole('region', { name: 'Try without an account' }).scrollIntoViewIfNeeded();
      await expect(page.getByRole('button', { name: 'Choose folder' })).toBeVisible();
      const expected = await page
        .locator('body')
        .evaluate((body) =>
          [...body.querySelectorAll('a[href], button')]
            .filter((element) => element.checkVisibility())
            .map((element) => element.getAttribute('aria-label') ?? element.textContent.trim()),
        );
      const reached: string[] = [];
      for (let at = await focused(page); at !== null; at = await focused(page)) {
        await expect.poll(async () => (await focused(page))?.isSeen, at.name).toBe(true);
        reached.push(at.name);
        if (reached.length === expected.length) break;
        await page.keyboard.press('Tab');
      }
      expect(reached).toEqual(expected);

      await page.reload();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      expect((await focused(page))?.name).toBe('Play the taglines');
    },
  );
}

test('the sample starts in the viewer where its picture is, with live pins, and can be commented on', async ({
  visitor: page,
  server,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const { foreign, complaints } = watchTraffic(page, server.url);
  await page.goto('/');
  const start = page.getByRole('button', { name: /^Try it live/ });
  await expect(start).toBeInViewport({ ratio: 1 });
  await start.focus();
  await page.keyboard.press('Enter');
  const viewer = page.frameLocator('iframe[title="The sample prototype in the viewer"]');
  await expect(viewer.getByRole('article')).toHaveCount(3);
  await expect(viewer.frameLocator('#preview').getByRole('heading', { level: 1 })).toBeVisible();
  await viewer.getByRole('banner').getByRole('button', { name: 'Comment', exact: true }).click();
  await viewer.frameLocator('#preview').getByRole('heading', { level: 1 }).click();
  await viewer.locator('textarea:focus').fill('Mine alone');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(viewer.getByRole('article')).toHaveCount(4);
  expect(foreign.filter((url) => !new URL(url).host.endsWith(`.${new URL(server.url).host}`))).toEqual([]);
  expect(complaints).toEqual([]);

  // The frame can be left by keyboard.
  const isInFrame = () => page.evaluate(() => document.activeElement?.tagName === 'IFRAME');
  await viewer.getByRole('banner').getByRole('button', { name: 'Comment', exact: true }).focus();
  expect(await isInFrame()).toBe(true);
  for (let pressed = 0; pressed < 80 && (await isInFrame()); pressed += 1) await page.keyboard.press('Tab');
  expect(await isInFrame()).toBe(false);

  // The next visitor has a copy without it.
  await page.reload();
  await start.click();
  await expect(viewer.getByRole('article')).toHaveCount(3);
});

test('on a phone the sample opens in the viewer; a refusal says why', async ({ visitor: page }) => {
  await page.setViewportSize(PHONE);
  await page.route('**/api/try/sample', (route) =>
    route.fulfill({
      status: 429,
      json: { ok: false, code: 'rate_limited', message: 'Too many attempts. Please try again in 24 hours.' },
    }),
  );
  await page.goto('/');
  const start = page.getByRole('button', { name: /^Try it live/ });
  await start.click();
  await expect(page.getByText('Too many attempts. Please try again in 24 hours.')).toBeVisible();
  await page.unroute('**/api/try/sample');
  await start.click();
  await expect(page).toHaveURL(/\/s\/[a-z0-9]{16}/);
});

for (const [name, size] of [
  ['desktop', { width: 1440, height: 900 }],
  ['phone', PHONE],
] as const) {
  test(`the landing page fits a ${name}, in both themes`, async ({ page }) => {
    await page.setViewportSize(size);
    await page.goto('/');
    await expect(page.getByRole('contentinfo')).toBeAttached();
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
  });
}

test('a server without a recording says so, and the transcript remains', async ({ page }) => {
  await page.route(/landing\/video\.(webm|mp4)$/, (route) => route.fulfill({ status: 404 }));
  await page.goto('/');
  await page.getByRole('button', { name: 'Watch the video' }).click();
  const dialog = page.getByRole('dialog', { name: 'Stagelink in a minute' });
  await expect(dialog.getByRole('status')).toHaveText(
    'This server has no recording of the video. Here is what it shows.',
  );
  await expect(dialog.getByRole('listitem')).toHaveCount(7);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);
});
