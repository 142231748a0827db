import type { Call } from '@stagelink/shared/client/call';
import { deleteComment, repinComment, updateComment } from '@stagelink/shared/contracts/comments';
import {
  COMMENT_BYTES,
  RATE_LIMITS,
  TREE_PINS_MAX,
  VISITOR_COMMENT_BYTES,
} from '@stagelink/shared/contracts/limits';
import { getPageTree, putPageTree } from '@stagelink/shared/contracts/pageTrees';
import { deleteSnapshot, updateSnapshot } from '@stagelink/shared/contracts/snapshots';
import { canonicalJson } from '@stagelink/shared/locator/tree/canonicalJson';
import { TREE_NODES_MAX } from '@stagelink/shared/locator/tree/limits';
import type { PageTree } from '@stagelink/shared/locator/tree/pageTree';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asJson, commentsSeenBy, createComment } from '../../testing/comments.ts';
import { locatorOf } from '../../testing/locators.ts';
import { asTree, asTreeJson, pageTree } from '../../testing/pageTrees.ts';
import { newBrowser } from '../../testing/reviewer.ts';
import { createWorld, type World, worldForTest } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const PAGE = pageTree('Back', 'Save');
const LATER = pageTree('Back', 'Save', 'Send');

/** A snapshot with three versions and Bob's pin on the first. */
async function scene(on = world) {
  const [ada, bob] = [await on.build.user(), await on.build.user()];
  const id = await on.build.snapshot(ada);
  await on.app.db.raw(
    `insert into versions (snapshot_id, number, manifest, file_count, total_bytes, source, published_at)
     select snapshot_id, n, manifest, file_count, total_bytes, source, now()
     from versions, generate_series(2, 3) n where snapshot_id = ?`,
    [id],
  );
  const pin = (call: Call) => createComment(call, id, { text: 'x', version: 1, locator: locatorOf('#save') });
  const posted = await pin(on.as(bob));
  const put = (
    call: Call,
    { commentId = posted.id, version = 1, node = 2, tree = asTree(PAGE), isSent = true } = {},
  ) =>
    call(putPageTree, {
      id,
      version,
      pins: [{ commentId, node }],
      ...(isSent ? tree : { hash: tree.hash }),
    });
  const rows = async (table: 'page_trees' | 'pin_trees') =>
    on.app.db(table).where({ snapshot_id: id }).select<object[]>();
  const counts = async () => [(await rows('page_trees')).length, (await rows('pin_trees')).length];
  return { ada: on.as(ada), bob: on.as(bob), id, pinId: posted.id, pin, put, counts };
}

const treesOf = async (call: Call, id: string) => (await commentsSeenBy(call, id))[0]?.trees;

describe('the page tree of a pin', () => {
  test('is asked for, sent once, and kept by all pins of the page', async () => {
    const { ada, bob, id, pin, put, counts } = await scene();
    expect(await put(bob, { isSent: false })).toEqual({ isMissing: true, kept: [], refused: [] });
    expect(await counts()).toEqual([0, 0]);
    const { hash } = asTree(PAGE);
    const [first] = (await put(bob)).kept;
    expect(first?.trees).toEqual([{ version: 1, hash, node: 2 }]);
    const other = await pin(ada);
    const [second] = (await put(ada, { commentId: other.id, node: 1, isSent: false })).kept;
    expect(second).toEqual({ commentId: other.id, trees: [{ version: 1, hash, node: 1 }] });
    expect(await counts()).toEqual([1, 2]);
    expect((await ada(getPageTree, { id, hash })) as PageTree).toEqual(PAGE);
  });

  test('knows the further elements of a comment, as far as the page has them', async () => {
    const { ada, bob, id, pinId } = await scene();
    const tree = asTree(PAGE);
    const keep = (further: (number | null)[]) =>
      bob(putPageTree, { id, version: 1, pins: [{ commentId: pinId, node: 2, further }], ...tree });
    await expect(keep([1, PAGE.nodes.length])).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'pins',
    });
    expect(await treesOf(ada, id)).toEqual([]);
    await keep([1, null]);
    expect(await treesOf(ada, id)).toEqual([{ version: 1, hash: tree.hash, node: 2, further: [1, null] }]);
  });

  test('of a version stays as it was sent first, and once more is fine', async () => {
    const { ada, bob, id, put } = await scene();
    await put(bob);
    await put(bob, { node: 1 });
    await put(ada, { tree: asTree(LATER) });
    expect(await treesOf(ada, id)).toEqual([{ version: 1, hash: asTree(PAGE).hash, node: 2 }]);
  });

  test('of the newest version on which the pin was found is kept beside the first', async () => {
    const { ada, bob, id, put, counts } = await scene();
    await put(bob);
    await put(ada, { version: 2, tree: asTree(pageTree('Save')), node: 1 });
    await put(ada, { version: 3, tree: asTree(LATER) });
    expect(await treesOf(bob, id)).toMatchObject([{ version: 1 }, { version: 3, hash: asTree(LATER).hash }]);
    expect(await counts()).toEqual([2, 2]);
    await put(ada, { version: 2 });
    expect(await treesOf(bob, id)).toMatchObject([{ version: 1 }, { version: 3 }]);
  });

  test('of a pin made before there were page trees is that of the first version on which it is found', async () => {
    const { ada, id, put } = await scene();
    await put(ada, { version: 2 });
    expect(await treesOf(ada, id)).toMatchObject([{ version: 2 }]);
  });

  test('can be cached for good by the browser of this reader only', async () => {
    const { bob, id, put } = await scene();
    await put(bob);
    const path = `/api/snapshots/${id}/page-trees/${asTree(PAGE).hash}`;
    const { status, headers, body } = await world.fetch({ path });
    expect([status, body.toString()]).toEqual([200, canonicalJson(PAGE)]);
    expect(headers['cache-control']).toBe('private, max-age=31536000, immutable');
    expect(headers.vary).toContain('Cookie');
  });

  test('of a comment that awaits approval is read by its author and the owner only', async () => {
    const { ada, id, pin, put } = await scene();
    await ada(updateSnapshot, { id, commentPolicy: 'approval' });
    const visitor = newBrowser(world).call;
    const pending = await pin(visitor);
    const tree = asTree(LATER);
    await put(visitor, { commentId: pending.id, tree });
    const { hash } = tree;
    for (const reader of [ada, visitor]) expect(await reader(getPageTree, { id, hash })).toEqual(LATER);
    await expect(world.as(null)(getPageTree, { id, hash })).rejects.toMatchObject({ status: 404 });
    await ada(updateComment, { id, commentId: pending.id, isPending: false });
    expect(await world.as(null)(getPageTree, { id, hash })).toEqual(LATER);
  });

  test('is not found under another snapshot', async () => {
    const [{ bob, put }, other] = [await scene(), await scene()];
    await put(bob);
    const read = bob(getPageTree, { id: other.id, hash: asTree(PAGE).hash });
    await expect(read).rejects.toMatchObject({ status: 404 });
  });
});

describe('the page tree of many pins', () => {
  test('is sent once; pins of other people are named and stay as they are', async () => {
    const { ada, bob, id, pin, pinId, put, counts } = await scene();
    const visitor = newBrowser(world).call;
    const own = [await pin(visitor), await pin(visitor)];
    await put(bob);
    const ids = [pinId, ...own.map((each) => each.id), crypto.randomUUID()];
    const pins = ids.map((commentId, at) => ({ commentId, node: at % 2 }));
    const reply = await visitor(putPageTree, { id, version: 2, pins, ...asTree(LATER) });
    expect(reply.isMissing).toBe(false);
    expect(reply.kept.map(({ commentId }) => commentId).toSorted()).toEqual(ids.slice(1, 3).toSorted());
    expect(reply.refused).toMatchObject([
      { commentId: pinId, code: 'forbidden' },
      { commentId: ids[3], code: 'not_found' },
    ]);
    const kept = Object.fromEntries((await commentsSeenBy(ada, id)).map((each) => [each.id, each.trees]));
    const { hash } = asTree(LATER);
    expect(kept).toEqual({
      [pinId]: [{ version: 1, hash: asTree(PAGE).hash, node: 2 }],
      [own[0]?.id ?? '']: [{ version: 2, hash, node: 1 }],
      [own[1]?.id ?? '']: [{ version: 2, hash, node: 0 }],
    });
    expect(await counts()).toEqual([2, 3]);
  });

  test('has at most so many, each of them once, or nothing is stored', async () => {
    const { bob, id, pinId, counts } = await scene();
    const named = (ids: string[]) => ids.map((commentId) => ({ commentId, node: 1 }));
    const many = [pinId, ...Array.from({ length: TREE_PINS_MAX }, () => crypto.randomUUID())];
    for (const ids of [[], [pinId, pinId], many]) {
      const sent = bob(putPageTree, { id, version: 1, pins: named(ids), ...asTree(PAGE) });
      await expect(sent).rejects.toMatchObject({ status: 400, code: 'invalid_input' });
    }
    expect(await counts()).toEqual([0, 0]);
    const { kept } = await bob(putPageTree, {
      id,
      version: 1,
      pins: named(many.slice(0, TREE_PINS_MAX)),
      ...asTree(PAGE),
    });
    expect(kept).toHaveLength(1);
  });
});

describe('a page tree is rejected, and nothing is stored', () => {
  test('from people who may not attach the pin', async () => {
    const { id, ada, put, pinId, counts } = await scene();
    const stranger = world.as(await world.build.user());
    const visitor = newBrowser(world).call;
    await createComment(visitor, id, 'Now I have a secret');
    for (const caller of [stranger, visitor, world.as(null)])
      for (const version of [1, 3])
        await expect(put(caller, { version })).rejects.toMatchObject({ status: 403 });
    expect(await counts()).toEqual([0, 0]);
    await put(ada, { commentId: pinId });
    await expect(put(stranger, { version: 2, isSent: false })).rejects.toMatchObject({ status: 403 });
    expect(await counts()).toEqual([1, 1]);
  });

  test('on a comment without a pin, on a reply and on one that does not exist', async () => {
    const { ada, id, pinId, put, counts } = await scene();
    const general = await createComment(ada, id, 'general');
    const reply = await createComment(ada, id, { text: 'reply', parentId: pinId });
    for (const commentId of [general.id, reply.id])
      await expect(put(ada, { commentId })).rejects.toMatchObject({ status: 403 });
    const commentId = crypto.randomUUID();
    await expect(put(ada, { commentId })).rejects.toMatchObject({ status: 404 });
    expect(await counts()).toEqual([0, 0]);
  });

  test('for a version that does not exist, or is older than the pin', async () => {
    const { ada, id, put, counts } = await scene();
    await expect(put(ada, { version: 9 })).rejects.toMatchObject({ status: 400 });
    const later = await createComment(ada, id, { text: 'x', version: 3, locator: locatorOf('#save') });
    await expect(put(ada, { commentId: later.id, version: 2 })).rejects.toMatchObject({ status: 400 });
    expect(await counts()).toEqual([0, 0]);
  });

  const many = (count: number, node: object) => ({
    ...PAGE,
    nodes: Array.from({ length: count }, () => node),
  });
  const json = (value: object) => JSON.stringify(value);
  const body = { parent: -1, tag: 'body' };
  test.each<[string, string]>([
    ['has a million elements', json(many(1_000_000, {}))],
    [
      'has one element too many',
      json({ ...PAGE, nodes: [body, ...many(TREE_NODES_MAX, { parent: 0, tag: 'p' }).nodes] }),
    ],
    ['has 10 MB of classes', json({ ...PAGE, nodes: [{ ...body, classes: ['x'.repeat(10_000_000)] }] })],
    [
      'has too many classes',
      json({ ...PAGE, nodes: [{ ...body, classes: Array.from({ length: 13 }, () => 'x') }] }),
    ],
    [
      'has a parent after its child',
      json({ ...PAGE, nodes: [body, { parent: 2, tag: 'p' }, { parent: 0, tag: 'p' }] }),
    ],
    ['has an element that is its own parent', json({ ...PAGE, nodes: [body, { parent: 1, tag: 'p' }] })],
    ['has two roots', json({ ...PAGE, nodes: [body, body] })],
    ['has a negative box', json({ ...PAGE, nodes: [{ ...body, box: [0, 0, -5, 10] }] })],
    ['has a box out of this world', json({ ...PAGE, nodes: [{ ...body, box: [0, 0, 1e12, 10] }] })],
    [
      'changes a prototype',
      canonicalJson(PAGE).replace('"tag":"button"', '"tag":"button","__proto__":{"x":1}'),
    ],
    [
      'changes the prototype of attributes',
      canonicalJson(PAGE).replace('"tag":"button"', '"tag":"button","attributes":{"__proto__":"x"}'),
    ],
    ['changes its own prototype', canonicalJson(PAGE).replace('{', '{"__proto__":{"route":"/"},')],
    ['has attributes that none has', json({ ...PAGE, nodes: [{ ...body, attributes: { onclick: 'x' } }] })],
    ['has more than a tree has', json({ ...PAGE, evil: 1 })],
    ['has no elements', json({ ...PAGE, nodes: [] })],
    ['is of another site', json({ ...PAGE, route: 'https://evil.example' })],
    ['is written in another way', json(PAGE).replace(',', ', ')],
    ['is no JSON', 'not JSON'],
  ])('when it %s', async (_what, text) => {
    const { ada, put, counts } = await scene();
    const tree = asTreeJson(text);
    await expect(put(ada, { tree, node: 0 })).rejects.toMatchObject({ status: 400, code: 'invalid_input' });
    expect(await counts()).toEqual([0, 0]);
  });

  test('when the hash names another tree, the element is none of it, or the bytes are not deflated', async () => {
    const { ada, put, counts } = await scene();
    const named = { ...asTree(PAGE), hash: asTree(LATER).hash };
    await expect(put(ada, { tree: named })).rejects.toMatchObject({ field: 'hash' });
    await expect(put(ada, { node: 3 })).rejects.toMatchObject({ field: 'pins' });
    const { tree: sent } = asTree(PAGE);
    const inBase64 = (bytes: Buffer) => ({ ...asTree(PAGE), tree: bytes.toString('base64') });
    const plain = inBase64(Buffer.from(canonicalJson(PAGE)));
    const cut = inBase64(Buffer.from(sent, 'base64').subarray(0, 60));
    const noBase64 = { ...asTree(PAGE), tree: `${sent.slice(0, -1)}*` };
    for (const tree of [plain, cut, noBase64])
      await expect(put(ada, { tree })).rejects.toMatchObject({ status: 400 });
    expect(await counts()).toEqual([0, 0]);
  });

  test('a flood of bytes that inflate to far more leaves the memory as it was', async () => {
    const { ada, put } = await scene();
    const tree = asTreeJson(json({ ...PAGE, nodes: [{ ...body, text: ' '.repeat(50_000_000) }] }));
    expect(tree.tree.length).toBeLessThan(80_000);
    const before = process.memoryUsage().rss;
    for (let at = 0; at < 30; at += 1)
      await expect(put(ada, { tree })).rejects.toMatchObject({ status: 400 });
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  });
});

describe('page trees and what the comments of a snapshot may take', () => {
  const full = { code: 'conflict', message: expect.stringContaining('leave no space') as string };

  test('get what the comments leave; visitors’ trees leave space for the owner’s, and none keeps a comment out', async () => {
    const { ada, id, pin, put } = await scene();
    const visitor = newBrowser(world).call;
    const [theirs, mine] = [await pin(visitor), await pin(ada)];
    const sizeOf = (commentId: string, bytes: number) =>
      world.app.db('comments').where({ id: commentId }).update({ bytes });
    await sizeOf(theirs.id, VISITOR_COMMENT_BYTES - 10);
    await expect(put(visitor, { commentId: theirs.id })).rejects.toMatchObject(full);
    await put(ada, { commentId: mine.id });
    await sizeOf(mine.id, COMMENT_BYTES - VISITOR_COMMENT_BYTES - 1000);
    await expect(
      put(ada, {
        commentId: mine.id,
        version: 3,
        tree: asTree(pageTree(...Array.from({ length: 500 }, (_, at) => `${at * 7919}`))),
      }),
    ).rejects.toMatchObject(full);
    await createComment(ada, id, 'a comment still fits');
  });

  test('sent and deleted again and again end at the address’s limit of files', async () => {
    const rateLimits = { ...RATE_LIMITS, visitorKilobytes: { points: 3, seconds: 60 } };
    const own = await worldForTest({ rateLimits });
    const { id, pin, put } = await scene(own);
    const visitor = newBrowser(own).call;
    const sent: boolean[] = [];
    for (let at = 0; at < 5; at += 1) {
      const { id: commentId } = await pin(visitor);
      const put1 = put(visitor, { commentId, tree: asTree(pageTree(String(at))), node: 1 });
      sent.push(
        await put1.then(
          () => true,
          () => false,
        ),
      );
      await visitor(deleteComment, { id, commentId });
    }
    expect(sent).toEqual([true, true, true, false, false]);
  });
});

describe('page trees are deleted', () => {
  test('with their last pin, and not before', async () => {
    const { ada, bob, id, pin, pinId, put, counts } = await scene();
    await put(bob);
    const other = await pin(ada);
    await put(ada, { commentId: other.id, isSent: false });
    await bob(deleteComment, { id, commentId: pinId });
    expect(await counts()).toEqual([1, 1]);
    await ada(updateComment, { id, commentId: other.id, state: 'resolved' });
    expect(await counts()).toEqual([1, 1]);
    await ada(deleteComment, { id, commentId: other.id });
    expect(await counts()).toEqual([0, 0]);
  });

  test('when the pin is attached to another element; not when only its picture follows', async () => {
    const { bob, id, pinId, put, counts } = await scene();
    await put(bob);
    const at = { id, commentId: pinId };
    await bob(repinComment, at, asJson({ locator: locatorOf('#save'), version: 1 }));
    expect(await counts()).toEqual([1, 1]);
    await bob(repinComment, at, asJson({ locator: locatorOf('#back'), version: 1 }));
    expect(await counts()).toEqual([0, 0]);
  });

  test('with the snapshot, and where a server of the former release deletes the comment', async () => {
    const [first, second] = [await scene(), await scene()];
    for (const { bob, put } of [first, second]) await put(bob);
    await first.ada(deleteSnapshot, { id: first.id });
    expect(await first.counts()).toEqual([0, 0]);
    await world.app.db('comments').where({ id: second.pinId }).delete();
    expect(await second.counts()).toEqual([0, 0]);
  });

  test('never under a pin that is kept with them at the same moment', async () => {
    const { ada, bob, id, pin, pinId, put, counts } = await scene();
    await put(bob);
    const others = await Promise.all([1, 2, 3, 4].map(() => pin(ada)));
    const attached = others.map(({ id: commentId }) => put(ada, { commentId }));
    await Promise.all([bob(deleteComment, { id, commentId: pinId }), ...attached]);
    expect(await counts()).toEqual([1, 4]);
  });
});

test('a list of resolved threads leaves trees out', async () => {
  const { ada, bob, id, pinId, put } = await scene();
  await put(bob);
  await ada(updateComment, { id, commentId: pinId, state: 'resolved' });
  expect(await commentsSeenBy(ada, id)).toMatchObject([{ isBrief: true, trees: [] }]);
});
