import { htmlPage } from '../support/htmlPage.ts';
import { axeViolations } from '../support/accessibility.ts';
import { headingIn, routeField } from '../support/pages/viewer.ts';
import { expect, openLink, previewOf, test } from '../support/story.ts';

const APPLICATION = {
  'index.html': htmlPage(
    'Team',
    `<h1></h1><a href="/users/ada@example.com">Ada</a><a href="/files/v2.0/notes.md">Notes</a>
    <script>
      const show = () => (document.querySelector('h1').textContent = location.pathname);
      for (const link of document.links) link.onclick = (event) => {
        event.preventDefault();
        history.pushState(null, '', link.href);
        show();
      };
      show();
    </script>`,
  ),
  'about.html': htmlPage('About', '<h1>About</h1>'),
};

test('a route with @ or a dot stays where it is after a reload', async ({ owner, visitor, writeFolder }) => {
  const staged = await owner.stage(await writeFolder(APPLICATION), '--no-password');
  const tab = await visitor.context().newPage();
  await tab.goto(staged.contentUrl);
  for (const [link, route] of [
    ['Ada', '/users/ada@example.com'],
    ['Notes', '/files/v2.0/notes.md'],
  ] as const) {
    await tab.getByRole('link', { name: link }).click();
    await expect(tab.getByRole('heading', { name: route, exact: true })).toBeVisible();
    await tab.reload();
    await expect(tab.getByRole('heading', { name: route, exact: true })).toBeVisible();
  }

  await openLink(visitor, staged);
  await expect(headingIn(visitor, '/')).toBeVisible();
  await previewOf(visitor).getByRole('link', { name: 'Ada' }).click();
  await expect(routeField(visitor)).toHaveValue('/users/ada@example.com');
  await visitor.getByRole('button', { name: 'Reload' }).click();
  await expect(headingIn(visitor, '/users/ada@example.com')).toBeVisible();
});

test('an address without a page says what the snapshot has, and the viewer stays in step', async ({
  owner,
  visitor,
  writeFolder,
}) => {
  const site = {
    'index.html': htmlPage('Home', '<h1>Home</h1><a href="/pricing">Pricing</a>'),
    'about.html': htmlPage('About', '<h1>About</h1>'),
    'docs/start.html': htmlPage('Start', '<h1>Start</h1>'),
  };
  const staged = await owner.stage(await writeFolder(site), '--no-password');
  await openLink(visitor, staged);
  await previewOf(visitor).getByRole('link', { name: 'Pricing' }).click();
  await expect(headingIn(visitor, '“/pricing” is not in this snapshot')).toBeVisible();
  await expect(routeField(visitor)).toHaveValue('/pricing');

  await previewOf(visitor)
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('link', { name: '/docs/start' })
    .click();
  await expect(headingIn(visitor, 'Start')).toBeVisible();
  await expect(routeField(visitor)).toHaveValue('/docs/start.html');

  const tab = await visitor.context().newPage();
  await tab.setViewportSize({ width: 390, height: 800 });
  await tab.goto(new URL(`/${'long-name'.repeat(12)}`, staged.contentUrl).href);
  for (const colorScheme of ['light', 'dark'] as const) {
    await tab.emulateMedia({ colorScheme });
    expect(await axeViolations(tab)).toEqual([]);
  }
  expect(await tab.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
