import { titledPage } from '../support/htmlPage.ts';
import { passGate } from '../support/pages/gate.ts';
import { headingIn } from '../support/pages/viewer.ts';
import { expect, keepCommentsOpen, previewOf, test } from '../support/story.ts';

/** A prototype of two pages and a picture. */
const filesOf = (edition: string) => ({
  'index.html': titledPage(`Home ${edition}`, '<a href="/about.html?tab=2#team">About</a>'),
  'about.html': titledPage(`About ${edition}`, '<a href="/">Home</a><p id="team">Team</p>'),
  'mark.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><circle r="9"/></svg>',
});

test.beforeEach(({ context }) => keepCommentsOpen(context));

test('the address is the page that is shown: it survives Reload, Back and Forward, and opens for others', async ({
  owner,
  page,
  visitor,
  writeFolder,
}) => {
  const folder = await writeFolder(filesOf('one'));
  const { url } = await owner.stage(folder, '--no-password');
  await page.goto(url);
  await previewOf(page).getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveURL(`${url}/about.html?tab=2#team`);
  await page.reload();
  await expect(headingIn(page, 'About one')).toBeVisible();
  await expect(page).toHaveURL(`${url}/about.html?tab=2#team`);
  await expect(previewOf(page).locator(':target')).toHaveText('Team');

  await previewOf(page).getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL(url);
  await page.goBack();
  await expect(headingIn(page, 'About one')).toBeVisible();
  await expect(page).toHaveURL(`${url}/about.html?tab=2#team`);
  await page.goForward();
  await expect(headingIn(page, 'Home one')).toBeVisible();
  await expect(page).toHaveURL(url);

  await visitor.goto(`${url}/about.html`);
  await expect(visitor.getByRole('banner')).toBeVisible();
  await expect(headingIn(visitor, 'About one')).toBeVisible();
  await visitor.goto(`${url.replace('/s/', '/viewer/')}/mark.svg`);
  await expect(visitor).toHaveURL(`${url}/mark.svg`);
  await visitor.reload();
  await expect(previewOf(visitor).locator('circle')).toBeVisible();
});

test('an older version has an address; Back leads to the newest, and Share names page and version', async ({
  owner,
  page,
  visitor,
  writeFolder,
}) => {
  const { url } = await owner.stage(await writeFolder(filesOf('one')), '--no-password', '--name', 'Pages');
  await owner.stage(await writeFolder(filesOf('two')));
  await page.goto(`${url}/about.html`);
  await expect(headingIn(page, 'About two')).toBeVisible();
  await page.getByRole('button', { name: /see all versions/ }).click();
  await page.getByRole('button', { name: 'View version 1' }).click();
  await expect(headingIn(page, 'About one')).toBeVisible();
  await expect(page).toHaveURL(`${url}/about.html?stagelink-version=1`);
  await page.reload();
  await expect(headingIn(page, 'About one')).toBeVisible();

  await page.getByRole('button', { name: 'Share' }).click();
  const link = page.getByRole('textbox', { name: 'Link' });
  await expect(link).toHaveValue(`${url}/about.html?stagelink-version=1`);
  await visitor.goto(await link.inputValue());
  await expect(headingIn(visitor, 'About one')).toBeVisible();
  await expect(visitor.getByText('Viewing version 1 of 2')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.goBack();
  await expect(headingIn(page, 'About two')).toBeVisible();
  await expect(page).toHaveURL(`${url}/about.html`);
  await page.goForward();
  await expect(headingIn(page, 'About one')).toBeVisible();
  await expect(page).toHaveURL(`${url}/about.html?stagelink-version=1`);
});

test('a protected page keeps its address at the gate, without a trace of the password', async ({
  owner,
  visitor,
  writeFolder,
}) => {
  const { url } = await owner.stage(await writeFolder(filesOf('one')), '--password', 'sesame');
  await visitor.goto(`${url}/about.html`);
  await passGate(visitor, 'sesame');
  await expect(headingIn(visitor, 'About one')).toBeVisible();
  await expect(visitor).toHaveURL(`${url}/about.html`);
  await visitor.reload();
  await expect(headingIn(visitor, 'About one')).toBeVisible();
  await expect(visitor).toHaveURL(`${url}/about.html`);
});
