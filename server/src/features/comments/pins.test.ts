import { postComment, repinComment } from '@stagelink/shared/contracts/comments';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweep } from '../../platform/blobs/sweep.ts';
import { asCommentForm, asJson, commentsSeenBy, createComment } from '../../testing/comments.ts';
import { locatorOf } from '../../testing/locators.ts';
import { publishSite } from '../../testing/site.ts';
import { createWorld, type World, worldForTest } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const CONTEXT = {
  route: '/checkout?step=2#pay',
  title: 'Checkout',
  viewport: { width: 390, height: 844 },
  browser: 'Safari 19 on iOS',
  elementName: 'Save, button',
  elementHtml: `<button id="save" onclick="alert(1)">Save`,
  page: { scroll: { x: 0, y: 120 }, opened: [{ kind: 'dialog' as const, selector: '#d', name: 'Pay' }] },
};

async function scene() {
  const [ada, bob] = [await world.build.user(), await world.build.user()];
  const id = await world.build.snapshot(ada);
  return { ada, id, call: world.as(ada), bobs: world.as(bob) };
}

test('a pin is stored completely: its position and its context', async () => {
  const { id, bobs } = await scene();
  const locator = locatorOf('#save');
  const posted = await createComment(bobs, id, { text: 'x', locator, context: CONTEXT });
  expect(posted).toMatchObject({
    pinNumber: 1,
    elementSelector: '#save',
    elementCoordinates: { x: 10.25, y: 20 },
    pinnedElement: { selector: '#save', coordinates: { x: 10.25, y: 20 } },
    locator,
    context: CONTEXT,
    can: { repin: true },
  });
  const form = asCommentForm({
    text: 'y',
    locator: JSON.stringify(locator),
    context: JSON.stringify(CONTEXT),
  });
  expect((await bobs(postComment, { id }, form)).comment).toMatchObject({
    pinNumber: 2,
    locator,
    context: CONTEXT,
  });
});

test('a pin is stored with the part of its element that was selected; re-attaching it replaces that', async () => {
  const { id, bobs } = await scene();
  const locator = locatorOf('#save');
  const quote = { kind: 'text' as const, exact: 'Save', prefix: 'Please ', suffix: ' it' };
  const form = asCommentForm({
    text: 'x',
    locator: JSON.stringify(locator),
    selection: JSON.stringify(quote),
  });
  const { comment } = await bobs(postComment, { id }, form);
  expect(comment.selection).toEqual(quote);
  const region = { kind: 'region' as const, x: 0.1, y: 0.2, width: 0.5, height: 0.25 };
  const to = { id, commentId: comment.id };
  const moved = await bobs(repinComment, to, asJson({ locator, selection: region }));
  expect(moved.comment.selection).toEqual(region);
  expect((await bobs(repinComment, to, asJson({ locator }))).comment.selection).toBeNull();
});

test('a selection without an element, or on a reply, is left out; a hostile one is rejected', async () => {
  const { id, bobs } = await scene();
  const selection = { kind: 'region' as const, x: 0, y: 0, width: 1, height: 1 };
  const general = await createComment(bobs, id, { text: 'x', selection });
  expect(general.selection).toBeNull();
  const reply = await createComment(bobs, id, {
    text: 'y',
    parentId: general.id,
    locator: locatorOf('#save'),
    selection,
  });
  expect(reply.selection).toBeNull();
  const hostile = { ...selection, width: 7 };
  await expect(
    createComment(bobs, id, { text: 'z', locator: locatorOf('#save'), selection: hostile }),
  ).rejects.toMatchObject({ status: 400 });
});

test('a reply has no pin', async () => {
  const { id, bobs } = await scene();
  const { id: parentId } = await createComment(bobs, id, { text: 'x', locator: locatorOf('#save') });
  const reply = await createComment(bobs, id, {
    text: 'y',
    parentId,
    locator: locatorOf('#save'),
    context: CONTEXT,
  });
  expect(reply).toMatchObject({ pinNumber: null, locator: null, pinnedElement: null, context: CONTEXT });
  expect(reply.can.repin).toBe(false);
});

test.each([
  ['a selector that is too long', { locator: locatorOf('a'.repeat(1001)) }],
  ['a coordinate out of this world', { locator: locatorOf('#a', 1e9) }],
  ['more than a locator has', { locator: { ...locatorOf('#a'), evil: 1 } }],
  ['too much HTML', { context: { ...CONTEXT, elementHtml: 'x'.repeat(4001) } }],
  ['a route of another site', { context: { ...CONTEXT, route: 'https://evil.example' } }],
])('%s is rejected', async (_what, more) => {
  const { id, bobs } = await scene();
  await expect(createComment(bobs, id, { text: 'x', ...more })).rejects.toMatchObject({
    code: 'invalid_input',
  });
  expect(await commentsSeenBy(bobs, id)).toEqual([]);
});

test('a lost pin is re-attached by its author or the owner, and keeps its number', async () => {
  const { ada, id, call, bobs } = await scene();
  const { id: commentId } = await createComment(bobs, id, {
    text: 'x',
    locator: locatorOf('#save'),
    context: CONTEXT,
  });
  await publishSite(world.app, { id, owner: ada }, { 'index.html': 'new' });

  const stranger = world.as(await world.build.user());
  const locator = locatorOf('#store', 1, 2);
  await expect(stranger(repinComment, { id, commentId }, asJson({ locator }))).rejects.toMatchObject({
    status: 403,
  });
  await expect(call(repinComment, { id, commentId }, asJson({ locator, version: 3 }))).rejects.toMatchObject({
    code: 'invalid_input',
    field: 'version',
  });
  for (const who of [bobs, call]) {
    const { comment } = await who(repinComment, { id, commentId }, asJson({ locator, version: 2 }));
    expect(comment).toMatchObject({
      pinNumber: 1,
      locator,
      pinnedElement: { selector: '#store', coordinates: { x: 1, y: 2 } },
      version: 2,
      context: CONTEXT,
      editedAt: null,
    });
  }
  const general = await createComment(call, id, 'about all of it');
  await expect(call(repinComment, { id, commentId: general.id }, asJson({ locator }))).rejects.toMatchObject({
    status: 403,
  });
});

test('the picture of a re-attached pin shows the new element, and the old one is deleted', async () => {
  const own = await worldForTest();
  const ada = await own.build.user();
  const id = await own.build.snapshot(ada);
  const call = own.as(ada);
  const crop = (fill: number) => ({
    field: 'crop',
    filename: 'crop.jpg',
    content: Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(64, fill)]),
  });
  const fields = (selector: string) => ({ locator: JSON.stringify(locatorOf(selector)) });
  const notes = { filename: 'notes.txt', content: 'stays' };
  const { comment } = await call(
    postComment,
    { id },
    asCommentForm({ text: 'x', ...fields('#save') }, [crop(1), notes]),
  );
  const at = { id, commentId: comment.id };
  const later = new Date(Date.now() + 3 * 3_600_000);
  const blobs = async () => {
    await sweep(own.app, { now: later });
    return (await own.app.db('blobs').select('sha256')).length;
  };
  expect(await blobs()).toBe(2);

  const moved = await call(repinComment, at, asCommentForm(fields('#store'), [crop(2)]));
  expect(moved.comment).toMatchObject({
    elementSelector: '#store',
    attachments: [{ filename: 'notes.txt' }],
  });
  expect(moved.comment.crop?.url).not.toBe(comment.crop?.url);
  expect(await blobs()).toBe(2);

  await expect(
    call(repinComment, at, asCommentForm(fields('#else'), [crop(3), notes])),
  ).rejects.toMatchObject({ code: 'too_large' });
  expect((await commentsSeenBy(call, id))[0]).toMatchObject({ elementSelector: '#store' });

  // A picture of another element would mislead.
  expect((await call(repinComment, at, asJson({ locator: locatorOf('#else') }))).comment.crop).toBeNull();
  expect(await blobs()).toBe(1);
});

test('a pin is stored with what opened its part of the page; re-attaching it replaces that', async () => {
  const { id, bobs } = await scene();
  const locator = locatorOf('#delete');
  const actions = [{ kind: 'press' as const, locator: locatorOf('#menu'), adds: true }];
  const form = asCommentForm({
    text: 'x',
    locator: JSON.stringify(locator),
    actions: JSON.stringify(actions),
  });
  const { comment } = await bobs(postComment, { id }, form);
  expect(comment.actions).toEqual(actions);
  const to = { id, commentId: comment.id };
  expect((await bobs(repinComment, to, asJson({ locator, actions }))).comment.actions).toEqual(actions);
  expect((await bobs(repinComment, to, asJson({ locator }))).comment.actions).toBeNull();
});

test('actions without an element, or on a reply, are left out; hostile ones are rejected', async () => {
  const { id, bobs } = await scene();
  const action = { kind: 'press' as const, locator: locatorOf('#menu'), adds: true };
  const general = await createComment(bobs, id, { text: 'x', actions: [action] });
  expect(general.actions).toBeNull();
  const locator = locatorOf('#delete');
  const reply = { text: 'y', parentId: general.id, locator, actions: [action] };
  expect((await createComment(bobs, id, reply)).actions).toBeNull();
  const path = Array.from({ length: 64 }, () => `${'p'.repeat(100)}:1/1`);
  const long = { ...action, locator: { ...action.locator, path } };
  for (const actions of [
    Array.from({ length: 9 }, () => action),
    Array.from({ length: 8 }, () => long),
    [{ ...action, kind: 'submit' }],
    [{ ...action, script: 'alert(1)' }],
    [{ ...action, kind: 'choose', option: 'o'.repeat(201) }],
    [{ kind: 'press', adds: true }],
  ] as (typeof action)[][])
    await expect(createComment(bobs, id, { text: 'z', locator, actions })).rejects.toMatchObject({
      status: 400,
    });
});
