import { createHash, randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { PageTree } from '@stagelink/shared/locator/tree/pageTree';
import { type DrawnPin, FromAgent } from '@stagelink/shared/preview/messages';
import { accessibilityViolations } from '../support/accessibility.ts';
import { type Of, last, openPreview, pinTo, sendToAgent, showPins, statusOf } from '../support/pinSteps.ts';
import { document, preview } from '../support/previewStage.ts';
import { commentOn, commentsPanel, openThread } from '../support/pages/comments.ts';
import { expect, openLink, previewOf, test } from '../support/story.ts';
import { untilTreesAreKept } from '../support/threads.ts';

/** As it is staged; in the stories of the agent, `document` makes the page. */
const html = (body: string) =>
  `<!doctype html><html lang="en"><head><title>Plans</title></head><body>${body}</body></html>`;

const card = (name: string, text: string, button: string) =>
  `<article class="card"><h3>${name}</h3><p>${text}</p><button class="choose">${button}</button></article>`;
const FIRST = `<header><a href="/">Acorn</a><nav><a href="#p">Prices</a><a href="#h">Help</a></nav></header>
<main><h1>Plans for every team</h1><p class="lead">Change or cancel whenever you like.</p>
<section class="plans">${card('Starter', 'For one person', 'Begin')}${card('Studio', 'For a small team', 'Get Studio')}${card('Company', 'For everyone', 'Call us')}</section>
<p class="note">Prices include taxes.</p></main><footer><p>Made in Lisbon</p></footer>`;

/** The second plan's button has another text, class and tag; all around it is as before. */
const reworded = (page: string) =>
  page.replace(
    '<button class="choose">Get Studio</button>',
    '<a role="button" class="css-1x9">Pick this</a>',
  );
/** The same button in other words, beside a new one: it may be either. */
const rewordedBesideAnother = (page: string) =>
  page.replace(
    '<button class="choose">Get Studio</button>',
    '<a role="button" class="css-1x9">Pick this</a><a role="button" class="css-2y8">Try it first</a>',
  );
/** Removes the second line, which is between two elements that stay. */
const withoutLead = (page: string) =>
  page.replace('<p class="lead">Change or cancel whenever you like.</p>', '');

/** Returns the page as the agent records it, checked against the contract as in the viewer. */
async function recorded(page: Page, pins: DrawnPin[]): Promise<{ tree: PageTree; read: Of<'treeRead'> }> {
  const id = randomUUID();
  await sendToAgent(page, { type: 'readTree', id, pins: pins.map((one) => one.id) });
  await expect.poll(async () => (await last(page, 'treeRead'))?.id).toBe(id);
  const read = FromAgent.parse(await last(page, 'treeRead')) as Of<'treeRead'>;
  return { tree: PageTree.parse(JSON.parse(read.tree ?? '')), read };
}

/** Shows another page of the prototype with this pin, found by a tree. */
async function showOn(page: Page, route: string, pinned: DrawnPin, tree: PageTree, node: number) {
  const hash = createHash('sha256').update(JSON.stringify(tree)).digest('hex');
  await sendToAgent(page, { type: 'show', route, page: null });
  await expect.poll(async () => (await last(page, 'state'))?.route).toBe(route);
  // Another id, of which no result is known from the former page.
  const moved = { ...pinned, id: randomUUID(), locator: { ...pinned.locator, route }, tree: { hash, node } };
  await sendToAgent(page, { type: 'trees', trees: [{ hash, tree }] });
  await showPins(page, [moved]);
  return moved;
}

test.describe('the agent', () => {
  test('records the page with the elements of pins, and nothing that was typed', async ({ page }) => {
    await openPreview(page, {
      '/': document(`<h1 class="big">Order</h1><a href="/img/a.html?token=secret">More</a>
        <form><input name="city" placeholder="City" value="Paris"><textarea>Dear</textarea></form>
        <div contenteditable>Draft</div><svg><path d="M0 0"/></svg><script>const secret = 1</script>`),
    });
    await preview(page).locator('input').fill('Oslo and further');
    const pinned = await pinTo(page, 'h1', 1);
    await showPins(page, [pinned]);
    await expect.poll(() => statusOf(page, pinned)).toEqual(['found']);
    const { tree, read } = await recorded(page, [pinned]);
    expect(read.nodes).toEqual([{ id: pinned.id, node: tree.nodes.findIndex(({ tag }) => tag === 'h1') }]);
    expect(tree.nodes.map(({ tag }) => tag)).toEqual([
      'body',
      'h1',
      'a',
      'form',
      'input',
      'textarea',
      'div',
      'svg',
    ]);
    expect(read.tree).not.toMatch(/Paris|Oslo|Dear|Draft|secret/);
  });

  test('finds a pin by the page around it that its locator alone loses', async ({ page }) => {
    await openPreview(page, { '/': document(FIRST), '/next': document(reworded(FIRST)) });
    const pinned = await pinTo(page, 'article:nth-child(2) .choose', 1);
    await showPins(page, [pinned]);
    await expect.poll(() => statusOf(page, pinned)).toEqual(['found']);
    const { tree, read } = await recorded(page, [pinned]);
    const moved = await showOn(page, '/next', pinned, tree, read.nodes[0]?.node ?? -1);
    await expect.poll(() => statusOf(page, moved)).toEqual(['found']);
    await sendToAgent(page, { type: 'choose', id: moved.id, isOther: false });
    await expect.poll(async () => (await last(page, 'picked'))?.picked.elementHtml).toContain('Pick this');
  });

  test('names both elements where locator and page contradict each other, and picks the chosen one', async ({
    page,
  }) => {
    await openPreview(page, { '/': document(FIRST), '/next': document(FIRST) });
    const pinned = await pinTo(page, 'article:nth-child(2) .choose', 1);
    await showPins(page, [pinned]);
    await expect.poll(() => statusOf(page, pinned)).toEqual(['found']);
    const { tree } = await recorded(page, [pinned]);
    const another = tree.nodes.findIndex(({ text }) => text === 'Begin');
    const moved = await showOn(page, '/next', pinned, tree, another);
    await expect
      .poll(async () => (await last(page, 'pins'))?.findings)
      .toMatchObject([{ id: moved.id, status: 'doubtful', hasOther: true }]);
    const chosen = async (isOther: boolean) => {
      const before = (await last(page, 'picked'))?.pickId;
      await sendToAgent(page, { type: 'choose', id: moved.id, isOther });
      await expect.poll(async () => (await last(page, 'picked'))?.pickId).not.toBe(before);
      return (await last(page, 'picked'))?.picked.elementHtml;
    };
    expect(new Set([await chosen(false), await chosen(true)])).toEqual(
      new Set(['<button class="choose">Begin</button>', '<button class="choose">Get Studio</button>']),
    );
  });

  test('says that an element was removed', async ({ page }) => {
    await openPreview(page, {
      '/': document(FIRST),
      '/next': document(withoutLead(FIRST)),
    });
    const pinned = await pinTo(page, '.lead', 1);
    await showPins(page, [pinned]);
    await expect.poll(() => statusOf(page, pinned)).toEqual(['found']);
    const { tree, read } = await recorded(page, [pinned]);
    const moved = await showOn(page, '/next', pinned, tree, read.nodes[0]?.node ?? -1);
    await expect.poll(() => statusOf(page, moved)).toEqual(['removed']);
  });

  test('survives a tree that does not fit: the locator decides alone', async ({ page }) => {
    await openPreview(page, { '/': document(FIRST), '/next': document(FIRST) });
    const pinned = await pinTo(page, 'h1', 1);
    const tree: PageTree = { route: '/', width: 1, isCut: false, nodes: [{ parent: -1, tag: '__proto__' }] };
    const moved = await showOn(page, '/next', pinned, tree, 3999);
    await expect.poll(() => statusOf(page, moved)).toEqual(['found']);
  });
});

test('pins keep their page: a redesign shows what may be the element, and says what was removed', async ({
  owner,
  visitor,
  enterAs,
  writeFolder,
}) => {
  const staged = await owner.stage(await writeFolder({ 'index.html': html(FIRST) }), '--no-password');
  const { snapshotId: id } = staged;
  await openLink(visitor, staged);
  await commentOn(visitor, 'h1', 'Bigger');
  await commentOn(visitor, 'article:nth-child(2) .choose', 'Louder, please');
  await commentOn(visitor, '.lead', 'At any time?');
  await untilTreesAreKept(visitor, id, 3);

  await owner.stage(
    await writeFolder({ 'index.html': html(withoutLead(rewordedBesideAnother(FIRST))) }),
    '--no-password',
  );
  await expect(previewOf(visitor).getByText('Pick this')).toBeVisible();
  const trayOf = (page: Page) => page.getByRole('group').filter({ hasText: /pins? to check on version/ });
  const openTray = (page: Page) => trayOf(page).getByText('to check on version 2').click();
  const tray = trayOf(visitor).getByRole('listitem');
  await openTray(visitor);
  await expect(tray.filter({ hasText: 'At any time?' })).toContainText('removed');
  await expect(tray.filter({ hasText: 'Louder, please' })).toContainText('may be another element');
  await expect(commentsPanel(visitor).getByText('Removed in version 2')).toBeVisible();
  await expect(commentsPanel(visitor).getByText('Not found on this page')).toBeHidden();
  expect(await accessibilityViolations(visitor)).toEqual([]);

  // The owner's visit keeps the new page beside the first one, and the owner says that it is the element.
  const ada = await enterAs(owner.account);
  await openLink(ada, staged);
  const trees = async () => {
    const listed = await ada.request.get(`/api/snapshots/${id}/comments`);
    const { comments } = (await listed.json()) as {
      comments: { text: string; trees: { version: number }[] }[];
    };
    return comments.find(({ text }) => text === 'Bigger')?.trees.map(({ version }) => version);
  };
  await expect.poll(trees, { timeout: 30_000 }).toEqual([1, 2]);
  const thread = commentsPanel(ada).getByRole('article').filter({ hasText: 'Louder, please' });
  await thread.getByRole('button', { name: 'It is this one' }).click();
  await expect(thread.getByText('This may be a different element')).toBeHidden();
  await openTray(ada);
  await expect(trayOf(ada).getByRole('listitem')).toHaveCount(1);
});

test('a pin that is kept with a page tree loses it with its thread', async ({
  owner,
  visitor,
  server,
  writeFolder,
}) => {
  const staged = await owner.stage(await writeFolder({ 'index.html': html(FIRST) }), '--no-password');
  await openLink(visitor, staged);
  await commentOn(visitor, 'h1', 'Shorter');
  await untilTreesAreKept(visitor, staged.snapshotId, 1);
  const listed = await visitor.request.get(`/api/snapshots/${staged.snapshotId}/comments`);
  const { comments } = (await listed.json()) as { comments: { trees: { hash: string }[] }[] };
  const tree = `${server.url}/api/snapshots/${staged.snapshotId}/page-trees/${comments[0]?.trees[0]?.hash}`;
  expect((await visitor.request.get(tree)).status()).toBe(200);
  await openThread(visitor, 'Anonymous');
  await commentsPanel(visitor).getByRole('button', { name: 'Actions for the comment by Anonymous' }).click();
  await visitor.getByRole('menuitem', { name: 'Delete' }).click();
  await visitor.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(async () => (await visitor.request.get(tree)).status()).toBe(404);
});
