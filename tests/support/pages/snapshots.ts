import { expect, type Locator, type Page } from '@playwright/test';

const snapshotTable = (page: Page): Locator => page.getByRole('table', { name: 'Snapshots' });

export const snapshotRow = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });

/** Returns the names of the listed snapshots, in their order. */
export const snapshotNames = (page: Page): Promise<string[]> =>
  snapshotTable(page).locator('tbody a').allTextContents();

/** Chooses an item of the menu of a snapshot. */
export async function chooseAction(page: Page, name: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `More actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

/** What can be done with the selected snapshots. */
export const selectionBar = (page: Page): Locator => page.getByRole('region', { name: 'Selected snapshots' });

export const projectList = (page: Page): Locator => page.getByRole('region', { name: 'Projects' });

export const projectLink = (page: Page, name: string): Locator =>
  projectList(page).getByRole('link', { name: new RegExp(`^${name}`) });

export async function createProject(page: Page, name: string, color?: string): Promise<void> {
  await page.getByRole('button', { name: 'New project' }).click();
  const form = page.getByRole('form', { name: 'New project' });
  await expect(form.getByRole('button', { name: 'Create' })).toBeDisabled();
  await form.getByRole('textbox', { name: 'Name' }).fill(name);
  if (color) await form.getByRole('radio', { name: color }).check();
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(form).toHaveCount(0);
  await expect(projectLink(page, name)).toBeVisible();
}
