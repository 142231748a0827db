import { devices, type Locator, type Page } from '@playwright/test';
import { accessibilityViolations } from '../support/accessibility.ts';
import { boxOf, fitsWindow } from '../support/pages/boxes.ts';
import { composer, threadBy } from '../support/pages/comments.ts';
import { passGate } from '../support/pages/gate.ts';
import { type Account, signUp } from '../support/stagelink.ts';
import { expect, ownerOn, previewOf, skipWelcome, startPicking, test as base } from '../support/story.ts';

const PHONE = { width: 390, height: 844 };

/** A story of an account that has not seen the welcome. */
const test = base.extend<{ newcomer: Account }>({
  newcomer: async ({ server }, use) => use(await signUp(server.url, 'Ada', { isNew: true })),
});

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const checklist = (page: Page) => page.getByRole('region', { name: 'First steps' });
const stateOf = async (page: Page) => {
  const answer = await page.request.get('/api/onboarding');
  return ((await answer.json()) as { data: Record<string, unknown> }).data;
};

/** Expects a box that is completely in the window. */
async function expectInWindow(page: Page, box: Locator): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await expect
    .poll(async () => {
      const { x, y, ...size } = await boxOf(box);
      return x >= 0 && y >= 0 && x + size.width <= width && y + size.height <= height;
    })
    .toBe(true);
}

const SLIDES = [
  [
    'Welcome to Stagelink',
    'Put a prototype on stage and get it approved.',
    ['A private link in seconds', 'No account for guests', 'The next version at the same link'],
  ],
  [
    'Fast sharing',
    'From the editor, the desktop app, a shell or a drop on the dashboard.',
    ['The framework is detected automatically', 'Only changed files travel', 'Password and expiry'],
  ],
  [
    'Collaborative feedback',
    'People press C, click an element and comment.',
    ['Pins stay through new versions', 'Mentions and files', 'Reviews with approve or changes requested'],
  ],
  [
    'Team organization',
    'Keep clients apart and nothing expiring unseen.',
    ['Projects with colors', 'Search and filters', 'Expiring soon and review status'],
  ],
] as const;

for (const [name, viewport] of [
  ['a wide window', { width: 1440, height: 900 }],
  ['a phone', PHONE],
] as const) {
  test(`four slides welcome a new account, with the keyboard alone, in ${name}`, async ({
    newcomer,
    enterAs,
  }) => {
    const page = await enterAs(newcomer);
    await page.setViewportSize(viewport);
    for (const [title, sentence, features] of SLIDES) {
      const slide = dialog(page, title);
      await expect(slide).toContainText(sentence);
      await expect(slide.getByRole('listitem')).toHaveText([...features]);
      await expect(button(page, 'Skip tour')).toBeVisible();
      await expect(button(page, 'Previous')).toBeEnabled({ enabled: title !== SLIDES[0][0] });
      expect(await fitsWindow(page)).toBe(true);
      expect(await accessibilityViolations(page)).toEqual([]);
      if (title !== 'Team organization') await page.keyboard.press('Enter');
    }
    for (const name of ['Maybe Later', 'Start Dashboard Tour'])
      await expect(button(page, name)).toBeVisible();
    await expect(button(page, 'Get Started!')).toBeFocused();
    await expect(button(page, 'Next')).toHaveCount(0);

    await page.keyboard.press('Enter');
    // The tour starts without the offer of what it needs.
    await expect(dialog(page, 'Your snapshots')).toContainText('Step 1 of 3');
    await expect.poll(() => stateOf(page)).toMatchObject({ hasSeenWelcome: true, skippedWelcome: false });
    expect(await accessibilityViolations(page)).toEqual([]);

    await page.keyboard.press('Enter');
    await expect(dialog(page, 'Your projects')).toContainText('Step 2 of 3');
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(dialog(page, 'Many snapshots at once')).toContainText('Step 3 of 3');
    expect(await fitsWindow(page)).toBe(true);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect.poll(() => stateOf(page)).toMatchObject({ completedTutorials: ['dashboard-tour'] });
    await expect(page.getByRole('link', { name: 'Sample: Harbour Coffee' })).toBeVisible();
    await expect(checklist(page)).toContainText('0 of 4 done');
    expect(await fitsWindow(page)).toBe(true);
    expect(await accessibilityViolations(page)).toEqual([]);

    await page.reload();
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
}

for (const path of ['/', '/pricing']) {
  test(`${path} welcomes a new account too, and Get Started! leads to the tour`, async ({
    newcomer,
    signedIn,
  }) => {
    const page = await signedIn(newcomer);
    await page.goto(path);
    await expect(dialog(page, 'Welcome to Stagelink')).toBeVisible();
    expect(await accessibilityViolations(page)).toEqual([]);
    for (const [title] of SLIDES) {
      await expect(dialog(page, title)).toBeVisible();
      await page.keyboard.press('Enter');
    }
    await expect(dialog(page, 'Your snapshots')).toContainText('Step 1 of 3');
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect.poll(() => stateOf(page)).toMatchObject({ hasSeenWelcome: true, skippedWelcome: false });

    const answered = page.waitForResponse('**/api/onboarding/should-show-welcome');
    await page.goto(path);
    await answered;
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
}

test('the slides go back, and what is not wanted now is not shown again', async ({
  newcomer,
  server,
  enterAs,
}) => {
  const page = await enterAs(newcomer);
  await button(page, 'Next').click();
  await button(page, 'Previous').click();
  await expect(dialog(page, 'Welcome to Stagelink')).toBeVisible();
  // A click beside it is no answer.
  await page.mouse.click(5, 400);
  await expect(dialog(page, 'Welcome to Stagelink')).toBeVisible();
  // It is above every page.
  await page.goto('/settings');
  await expect(dialog(page, 'Welcome to Stagelink')).toBeVisible();
  await button(page, 'Skip tour').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect
    .poll(() => stateOf(page))
    .toMatchObject({ hasSeenWelcome: false, skippedWelcome: true, completedTutorials: [] });
  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: 'Sample: Harbour Coffee' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  const other = await enterAs(await signUp(server.url, 'Bob', { isNew: true }));
  for (let slide = 1; slide < SLIDES.length; slide += 1) await button(other, 'Next').click();
  await button(other, 'Maybe Later').click();
  await expect(other.getByRole('dialog')).toHaveCount(0);
  await expect.poll(() => stateOf(other)).toMatchObject({ skippedWelcome: true });
});

test('the tour shows where things are, and Escape ends it', async ({ newcomer, enterAs }) => {
  const page = await enterAs(newcomer);
  for (let slide = 1; slide < SLIDES.length; slide += 1) await button(page, 'Next').click();
  const skipped = page.waitForRequest(
    (request) =>
      request.url().endsWith('/api/onboarding/tutorial') && request.postData()?.includes('skipped') === true,
  );
  await button(page, 'Start Dashboard Tour').click();
  const list = page.getByRole('region', { name: 'Snapshots', exact: true });
  // What loads above the list moves both.
  await expect
    .poll(async () => {
      const { y, height } = await boxOf(dialog(page, 'Your snapshots'));
      return y + height - (await boxOf(list)).y;
    })
    .toBeLessThanOrEqual(0);
  await button(page, 'Next').click();
  const projects = page.getByRole('region', { name: 'Projects', exact: true });
  await expect
    .poll(async () => {
      const { x, width } = await boxOf(projects);
      return (await boxOf(dialog(page, 'Your projects'))).x - x - width;
    })
    .toBeGreaterThanOrEqual(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect((await skipped).postDataJSON()).toEqual({
    tutorialId: 'dashboard-tour',
    action: 'skipped',
    step: 1,
  });
  expect(await stateOf(page)).toMatchObject({ completedTutorials: [] });
});

for (const [name, viewport] of [
  ['a wide window', { width: 1440, height: 900 }],
  ['a phone', PHONE],
  ['a small window', { width: 320, height: 480 }],
] as const) {
  test(`steps of the tour are completely shown, and keep keyboard and clicks, in ${name}`, async ({
    newcomer,
    enterAs,
  }) => {
    const page = await enterAs(newcomer);
    await skipWelcome(page);
    await page.goto('/settings');
    await page.setViewportSize(viewport);
    await button(page, 'Start the tutorial “Dashboard tour”').click();
    await button(page, 'Start “Dashboard tour” anyway').click();
    for (const [at, title] of ['Your snapshots', 'Your projects', 'Many snapshots at once'].entries()) {
      const step = dialog(page, title);
      await expectInWindow(page, step);
      const last = button(page, at === 2 ? 'Finish' : 'Next');
      await expectInWindow(page, last);
      await expect(last).toBeFocused();
      await expect(button(page, 'Previous')).toBeEnabled({ enabled: at > 0 });
      // The keyboard goes round in the step.
      await page.keyboard.press('Tab');
      await expect(button(page, 'Skip')).toBeFocused();
      await page.keyboard.press('Shift+Tab');
      await expect(last).toBeFocused();
      // Beside it there is nothing to click, and its text keeps the keyboard.
      await page.mouse.click(2, viewport.height / 2);
      await step.getByText(/\.$/).click();
      await expect(page).toHaveURL('/dashboard');
      await expect(step).toBeVisible();
      if (at < 2) await last.click();
    }
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
}

test('tutorials are started again from the keys and the settings, after an offer of what they need', async ({
  owner,
  enterAs,
}) => {
  const page = await enterAs(owner.account);
  await expect(page.getByText('Get started by creating a new snapshot')).toBeVisible();
  await page.keyboard.press('?');
  await button(page, 'Start the tutorial “Dashboard tour”').click();
  const offer = dialog(page, 'Start with “Welcome”?');
  await expect(offer).toContainText('“Dashboard tour” builds on “Welcome”, which takes 3 minutes.');
  expect(await accessibilityViolations(page)).toEqual([]);
  await button(page, 'Start “Welcome”').click();
  for (const step of ['Stage a prototype', 'Share the link', 'Stage the next version']) {
    await expect(dialog(page, step)).toBeVisible();
    await page.keyboard.press('Enter');
  }
  // What was asked for follows.
  await expect(dialog(page, 'Your snapshots')).toBeVisible();
  await button(page, 'Skip').click();

  await page.goto('/settings');
  const tutorials = page.getByRole('region', { name: 'Tutorials' });
  await expect(tutorials.getByRole('listitem')).toHaveText([
    /^Welcome3 min · Completed/,
    /^Dashboard tour5 min(?!.*Completed)/,
    /^Comments4 min(?!.*Completed)/,
  ]);
  await button(page, 'Restart the tutorial “Welcome”').click();
  await expect(dialog(page, 'Stage a prototype')).toBeVisible();
  await page.keyboard.press('Escape');
  await button(page, 'Start the tutorial “Comments”').click();
  await expect(dialog(page, 'Comment on an element')).toContainText('Step 1 of 3');
  await page.keyboard.press('Escape');
  // The tour leads to the page it is about; it needs nothing any more.
  await button(page, 'Start the tutorial “Dashboard tour”').click();
  await expect(dialog(page, 'Your snapshots')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
});

test('calls that fail disturb nothing', async ({ newcomer, enterAs }) => {
  const page = await enterAs(newcomer);
  await expect(dialog(page, 'Welcome to Stagelink')).toBeVisible();
  await page.route('**/api/onboarding**', (route) => route.fulfill({ status: 500, body: '' }));
  await button(page, 'Skip tour').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('Get started by creating a new snapshot')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: /fail/i })).toHaveCount(0);
});

test('a welcome that is skipped stays away, also when the page is left before the server has answered', async ({
  newcomer,
  enterAs,
}) => {
  const page = await enterAs(newcomer);
  const left = Promise.withResolvers<void>();
  await page.context().route('**/api/onboarding', async (route) => {
    if (route.request().method() === 'PUT') await left.promise;
    await route.continue();
  });
  await skipWelcome(page);
  await page.goto('/docs');
  left.resolve();
  await expect.poll(async () => (await stateOf(page)).skippedWelcome).toBe(true);
});

test('the sample has three comments at their elements, and a fourth is the first step', async ({
  newcomer,
  enterAs,
}) => {
  const page = await enterAs(newcomer);
  await skipWelcome(page);
  const opened = page.context().waitForEvent('page');
  await checklist(page).getByRole('link', { name: 'Open the sample' }).click();
  const viewer = await opened;
  await expect(viewer.getByRole('article', { name: /^Thread by (Nora|Tom)$/ })).toHaveCount(3);
  // The welcome stays away from the viewer, and every pin is found.
  await expect(viewer.getByRole('dialog')).toHaveCount(0);
  await expect(viewer.getByText(/could not be found|moved|lost/i)).toHaveCount(0);
  await startPicking(viewer);
  const box = await boxOf(previewOf(viewer).getByRole('heading', { name: 'Slow coffee for fast mornings' }));
  await viewer.mouse.click(box.x + 40, box.y + 20);
  await expect(composer(viewer).getByRole('textbox')).toBeFocused();
  await viewer.keyboard.type('Larger, please');
  await viewer.keyboard.press('Control+Enter');
  await expect(threadBy(viewer, 'Ada')).toContainText('Larger, please');
  await expect(checklist(page)).toContainText('1 of 4 done');
  await expect(checklist(page).getByRole('listitem').nth(1)).toHaveText('Comment on an element, done');
});

test('the first steps tick themselves and are gone for good once they are done', async ({
  newcomer,
  server,
  browser,
  prototype,
  enterAs,
}) => {
  const owner = await ownerOn(server, test.info().outputPath('home'), newcomer);
  const page = await enterAs(newcomer);
  await skipWelcome(page);
  const folder = await prototype('multi-page');
  const staged = await owner.stage(folder);
  await expect(checklist(page)).toContainText('1 of 4 done');
  // Views of headless browsers do not count.
  const { userAgent } = devices['Desktop Chrome'];
  const visitor = await browser.newPage({ userAgent });
  await visitor.goto(staged.url);
  await passGate(visitor, staged.password ?? '');
  await expect(checklist(page)).toContainText('2 of 4 done');
  await visitor.close();
  await owner.stage(folder);
  await expect(checklist(page)).toContainText('3 of 4 done');
  const commented = await page.request.post(`/api/snapshots/${staged.snapshotId}/comments`, {
    data: { text: 'Done' },
    headers: { Origin: server.url },
  });
  expect(commented.ok()).toBe(true);
  await expect(checklist(page)).toContainText('All done.');
  await page.reload();
  await expect(page.getByRole('link', { name: 'multi-page' })).toBeVisible();
  await expect(checklist(page)).toHaveCount(0);
});

test('closed first steps do not come back', async ({ newcomer, enterAs }) => {
  const page = await enterAs(newcomer);
  await skipWelcome(page);
  await button(page, 'Close the first steps').click();
  await expect(checklist(page)).toHaveCount(0);
  await expect.poll(() => stateOf(page)).toMatchObject({ checklist: { isClosed: true } });
  await page.reload();
  await expect(page.getByRole('link', { name: 'Sample: Harbour Coffee' })).toBeVisible();
  await expect(checklist(page)).toHaveCount(0);
});
