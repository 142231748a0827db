import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, openLink, previewOf, test } from '../support/story.ts';
import { LONG } from '../support/longForm.ts';

// Building a prototype installs its dependencies.

async function edit(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  expect(text).toContain(from);
  await writeFile(file, text.replace(from, to));
}

test('a React app is staged from source, opened through the gate, and swaps in place when it is staged again', async ({
  owner,
  prototype,
  visitor,
}) => {
  const folder = await prototype('vite-react');
  const staged = await owner.stage(folder);
  const preview = await openLink(visitor, staged);

  await expect(preview.getByRole('heading', { name: 'This morning' })).toBeVisible();
  await visitor.getByRole('tab', { name: 'Details' }).click();
  await preview.getByRole('link', { name: /North Pier/ }).click();
  await expect(preview.getByRole('heading', { name: 'North Pier' })).toBeVisible();
  await expect(visitor.getByText('/spots/north-pier')).toBeVisible();

  await edit(path.join(folder, 'src/App.jsx'), 'High water', 'Highest water');
  const again = await owner.stage(folder);

  expect(again).toMatchObject({ url: staged.url, password: staged.password, version: 2 });
  await expect(preview.getByText('Highest water')).toBeVisible();
  await expect(preview.getByRole('heading', { name: 'North Pier' })).toBeVisible();
  await expect(visitor.getByText('Version 2', { exact: true })).toBeVisible();
});

test('a deep route of a React app is opened directly, and its storage is there at the start', async ({
  owner,
  prototype,
  visitor,
}) => {
  const staged = await owner.stage(await prototype('vite-react'), '--no-password');
  await visitor.goto(`${staged.contentUrl}spots/glass-beach`);
  await expect(visitor.getByRole('heading', { name: 'Glass Beach' })).toBeVisible();

  await visitor.getByRole('button', { name: 'Save', exact: true }).click();
  await visitor.reload();
  await expect(visitor.getByRole('button', { name: 'Saved', exact: true })).toBeVisible();
});

test('a plain site of several pages is staged as it is: relative links, folders, its own not-found page', async ({
  owner,
  prototype,
  visitor,
}) => {
  const folder = await prototype('multi-page');
  const staged = await owner.stage(folder);
  const preview = await openLink(visitor, staged);

  await visitor.getByRole('tab', { name: 'Details' }).click();
  await preview.getByRole('link', { name: 'Work' }).first().click();
  await expect(visitor.getByText('/work/', { exact: true })).toBeVisible();
  await preview
    .getByRole('link', { name: /Boat shed/i })
    .first()
    .click();
  await expect(preview.getByRole('heading', { name: /Boat shed/i })).toBeVisible();
  const images = preview.locator('img');
  await expect(images.first()).toHaveJSProperty('complete', true);
  await expect(images.first()).not.toHaveJSProperty('naturalWidth', 0);

  const open = await owner.stage(folder, '--new', '--no-password');
  const missing = await visitor.goto(`${open.contentUrl}no/such/page`);
  expect(missing?.status()).toBe(404);
  await expect(visitor.locator('body')).toContainText(await headingOf(path.join(folder, '404.html')));
});

async function headingOf(file: string): Promise<string> {
  return /<h1[^>]*>([^<]+)</.exec(await readFile(file, 'utf8'))?.[1]?.trim() ?? '';
}

for (const [name, file] of [
  ['vue', 'src/App.vue'],
  ['svelte', 'src/App.svelte'],
] as const) {
  test(
    `a ${name} app is built with its own package manager, opened, changed and staged again`,
    name === 'vue' ? {} : LONG,
    async ({ owner, prototype, visitor }) => {
      const folder = await prototype(name);
      const preview = await openLink(visitor, await owner.stage(folder));
      const heading = preview.getByRole('heading', { level: 1 });
      const before = (await heading.textContent()) ?? '';
      expect(before.trim()).not.toBe('');

      await edit(path.join(folder, file), '</h1>', ' again</h1>');
      await owner.stage(folder);
      await expect(previewOf(visitor).getByRole('heading', { level: 1 })).toContainText('again');
    },
  );
}
