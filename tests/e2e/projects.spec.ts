import type { Page } from '@playwright/test';
import { chooseAction, createProject, projectLink, projectList } from '../support/pages/snapshots.ts';
import { expect, test } from '../support/story.ts';

const names = (page: Page) => projectList(page).getByRole('link').getByTitle(/./).allTextContents();

/** The menu of a project appears under the pointer. */
async function choose(page: Page, name: string, item: string): Promise<void> {
  await projectLink(page, name).hover();
  await chooseAction(page, name, item);
}

test('projects are made, ordered, renamed, archived and deleted, and both browsers agree', async ({
  owner,
  enterAs,
}) => {
  const [here, there] = [await enterAs(owner.account), await enterAs(owner.account)];
  await createProject(here, 'Shop', 'Pink');
  await createProject(here, 'Docs');
  await createProject(here, 'Blog', 'Green');
  await expect.poll(() => names(there)).toEqual(['Shop', 'Docs', 'Blog', 'No project']);

  await projectLink(here, 'Blog').dragTo(projectLink(here, 'Shop'), { targetPosition: { x: 40, y: 4 } });
  await expect.poll(() => names(here)).toEqual(['Blog', 'Shop', 'Docs', 'No project']);
  await expect.poll(() => names(there)).toEqual(['Blog', 'Shop', 'Docs', 'No project']);
  await projectLink(there, 'Docs').press('Alt+ArrowUp');
  await expect(there.getByText('Docs is number 2 of 3')).toBeAttached();
  await expect.poll(() => names(here)).toEqual(['Blog', 'Docs', 'Shop', 'No project']);

  await choose(here, 'Docs', 'Rename or recolor');
  await here.getByRole('textbox', { name: 'Name' }).fill('Handbook');
  await here.keyboard.press('Enter');
  await expect(projectLink(there, 'Handbook')).toBeVisible();

  await choose(here, 'Shop', 'Archive');
  await expect(projectLink(there, 'Shop')).toHaveCount(0);
  await expect(there.getByRole('button', { name: 'Archived' })).toBeVisible();
  await here.getByRole('status').filter({ hasText: 'Shop archived' }).getByRole('button').click();
  await expect(projectLink(there, 'Shop')).toBeVisible();

  await choose(there, 'Handbook', 'Delete');
  await expect(there.getByRole('dialog')).toContainText(
    'Are you sure you want to delete this project? This action cannot be undone.',
  );
  await there.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => names(here)).toEqual(['Blog', 'Shop', 'No project']);
});

test('what is staged on a project’s page belongs to it, and such a project is not deleted', async ({
  owner,
  enterAs,
  prototype,
}) => {
  const page = await enterAs(owner.account);
  await createProject(page, 'Shop');
  await projectLink(page, 'Shop').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Shop' })).toBeVisible();
  await expect(page).toHaveTitle('Shop · Stagelink');
  await expect(page.getByRole('button', { name: /^Overview/ })).toHaveCount(0);
  await page
    .getByRole('region', { name: 'Snapshots' })
    .getByTestId('folder')
    .setInputFiles(await prototype('multi-page'));
  await expect(page.getByRole('row').filter({ hasText: 'multi-page' })).toBeVisible();
  await expect(projectLink(page, 'Shop')).toContainText('1 snapshot');

  await projectLink(page, 'No project').click();
  await expect(page.getByText('No snapshots found')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'No project' })).toBeVisible();

  await projectLink(page, 'Shop').hover();
  await page.getByRole('button', { name: 'More actions for Shop' }).click();
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeDisabled();
  await expect(page.getByText('Only empty projects can be deleted')).toBeVisible();
});

test('the sidebar is hidden and stays so; on a phone it is a drawer', async ({ owner, enterAs }) => {
  const page = await enterAs(owner.account);
  await expect(projectList(page)).toBeVisible();
  await page.getByRole('button', { name: 'Hide sidebar' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Show sidebar' })).toBeVisible();
  await expect(projectList(page)).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Show sidebar' }).click();
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /^No project/ })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'No project' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a phone’s page scrolls, and is held still only while the sidebar is open over it', async ({
  owner,
  signedIn,
}) => {
  const page = await signedIn(owner.account);
  await page.setViewportSize({ width: 390, height: 500 });
  await page.goto('/settings');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const scrolled = () => page.evaluate(() => scrollY);

  await page.mouse.move(195, 400);
  await page.mouse.wheel(0, 200);
  await expect.poll(scrolled).toBe(200);

  await page.getByRole('button', { name: 'Show sidebar' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.locator('html')).toHaveCSS('overflow', 'hidden');

  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.mouse.move(195, 400);
  // The top bar, whose button has the focus again, has stayed in place.
  await page.mouse.wheel(0, 100);
  await expect.poll(scrolled).toBe(300);
});

test('a row that is dragged to a project moves there, with Undo', async ({ owner, enterAs, prototype }) => {
  await owner.stage(await prototype('multi-page'), '--name', 'Houses', '--no-password');
  const page = await enterAs(owner.account);
  await createProject(page, 'Shop');
  const row = page.getByRole('row').filter({ hasText: 'Houses' });
  await row.getByText(/ago|now/i).dragTo(projectLink(page, 'Shop'));
  await expect(projectLink(page, 'Shop')).toHaveText(/1 snapshot/);
  await projectLink(page, 'Shop').click();
  await expect(row).toBeVisible();
  await page.getByRole('status').filter({ hasText: 'Houses' }).getByRole('button', { name: 'Undo' }).click();
  await expect(row).toHaveCount(0);
});
