import { updateComment, type NewComment } from '@stagelink/shared/contracts/comments';
import type { Input } from '@stagelink/shared/contracts/endpoint';
import { updateSnapshot } from '@stagelink/shared/contracts/snapshots';
import { getThread, listThreads } from '@stagelink/shared/contracts/threads';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ownAccesses } from '../access/access.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { createComment } from '../../testing/comments.ts';
import { createWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const on = (route: string): NewComment['context'] => ({
  route,
  title: '',
  viewport: { width: 800, height: 600 },
  browser: '',
  elementName: '',
  elementHtml: '',
  page: null,
});

async function scene() {
  const [ada, bob] = [await world.build.user({ name: 'Ada' }), await world.build.user({ name: 'Bob_100%' })];
  const id = await world.build.snapshot(ada, { name: 'Checkout' });
  return { ada, bob, id, call: world.as(ada), bobs: world.as(bob) };
}

describe('threads', () => {
  test('of all snapshots of an owner come newest first, each with its replies and its link', async () => {
    const { ada, id, call, bobs } = await scene();
    const other = await world.build.snapshot(ada, { name: 'Other' });
    const first = await createComment(bobs, id, 'First');
    await createComment(call, id, { text: 'Answer', parentId: first.id });
    await createComment(bobs, id, { text: 'Thanks', parentId: first.id });
    const second = await createComment(bobs, other, 'Second');
    const { threads, matching, hasMore } = await call(listThreads, {});
    expect({ matching, hasMore, ids: threads.map(({ comment }) => comment.id) }).toEqual({
      matching: 2,
      hasMore: false,
      ids: [second.id, first.id],
    });
    const url = `${world.app.config.appUrl}/s/${id}`;
    expect(threads[1]).toMatchObject({
      comment: { text: 'First', can: { resolve: true } },
      replies: [{ text: 'Answer' }, { text: 'Thanks' }],
      snapshot: { id, name: 'Checkout', url, version: 1 },
      pin: null,
      inspection: null,
      url: `${url}#thread=${first.id}`,
    });
    expect((await call(getThread, { id: first.id })).thread).toEqual(threads[1]);
  });

  test('can be filtered by state, snapshot, page and author', async () => {
    const { ada, id, call, bobs } = await scene();
    const other = await world.build.snapshot(ada);
    const cart = await createComment(bobs, id, { text: 'Cart', context: on('/cart?step=2#total') });
    const home = await createComment(call, id, { text: 'Home', context: on('/') });
    const elsewhere = await createComment(call, other, 'Elsewhere');
    await call(updateComment, { id, commentId: home.id, state: 'resolved' });
    const found = async (question: Input<typeof listThreads>) =>
      (await call(listThreads, question)).threads.map(({ comment }) => comment.id);
    expect(await found({})).toEqual([elsewhere.id, cart.id]);
    expect(await found({ state: 'resolved' })).toEqual([home.id]);
    expect(await found({ state: 'all', snapshotId: id })).toEqual([home.id, cart.id]);
    expect(await found({ route: '/cart' })).toEqual([cart.id]);
    expect(await found({ route: '/cart?step=2#total' })).toEqual([cart.id]);
    expect(await found({ route: '/car' })).toEqual([]);
    expect(await found({ author: 'bob_100%' })).toEqual([cart.id]);
    expect(await found({ author: 'b_b' })).toEqual([]);
  });

  test('come in pages that continue correctly while comments are added', async () => {
    const { id, call } = await scene();
    const posted: string[] = [];
    for (const text of ['1', '2', '3']) posted.unshift((await createComment(call, id, text)).id);
    const page = await call(listThreads, { limit: 2 });
    expect(page).toMatchObject({ matching: 3, hasMore: true });
    const [, last] = page.threads;
    await createComment(call, id, '4');
    const rest = await call(listThreads, { limit: 2, after: last?.comment.id });
    expect([...page.threads, ...rest.threads].map(({ comment }) => comment.id)).toEqual(posted);
    expect(rest.hasMore).toBe(false);
    const gone = call(listThreads, { after: crypto.randomUUID() });
    await expect(gone).rejects.toMatchObject({ code: 'invalid_input', field: 'after' });
  });

  test('include the result of their pin on the published version', async () => {
    const { id, call } = await scene();
    const { id: commentId } = await createComment(call, id, 'Pinned');
    const keep = (version: number, status: string) =>
      world.app.db('pin_findings').insert({ comment_id: commentId, version, status, confidence: 0.5 });
    await keep(2, 'lost');
    expect((await call(getThread, { id: commentId })).thread.pin).toBeNull();
    await keep(1, 'removed');
    const pin = { status: 'lost', confidence: 0.5, isRemoved: true };
    expect((await call(getThread, { id: commentId })).thread.pin).toEqual(pin);
  });

  test('of an expired snapshot are readable by naming it', async () => {
    const { ada, call } = await scene();
    const id = await world.build.snapshot(ada);
    await createComment(call, id, 'Late');
    await world.app
      .db('snapshots')
      .where({ id })
      .update({ expires_at: new Date(0) });
    expect((await call(listThreads, {})).matching).toBe(0);
    expect((await call(listThreads, { snapshotId: id })).matching).toBe(1);
  });

  test('on many snapshots take as many queries as on one', async () => {
    const { ada, call } = await scene();
    const queriesOf = async () => {
      let queries = 0;
      const count = () => (queries += 1);
      world.app.db.on('query', count);
      await call(listThreads, {});
      world.app.db.off('query', count);
      return queries;
    };
    const stageOne = async () => createComment(call, await world.build.snapshot(ada), 'x');
    await stageOne();
    const forOne = await queriesOf();
    for (let n = 0; n < 4; n += 1) await stageOne();
    expect(await queriesOf()).toBe(forOne);
  });

  test('skip a snapshot deleted meanwhile, and others’ snapshots', async () => {
    const { ada, bob, id } = await scene();
    const [gone, others] = ['0'.repeat(12), await world.build.snapshot(bob)];
    const principal = { userId: ada.id } as Principal;
    const found = await ownAccesses(world.app, principal, [gone, id, others]);
    expect([...found.keys()]).toEqual([id]);
  });

  test('of others, replies, and missing ones look the same', async () => {
    const { id, call, bobs } = await scene();
    await call(updateSnapshot, { id, password: null });
    const thread = await createComment(bobs, id, 'Mine on yours');
    const reply = await createComment(bobs, id, { text: 'Reply', parentId: thread.id });
    const missing = { status: 404, code: 'not_found', message: 'That thread could not be found.' };
    await expect(bobs(getThread, { id: thread.id })).rejects.toMatchObject(missing);
    await expect(call(getThread, { id: reply.id })).rejects.toMatchObject(missing);
    await expect(call(getThread, { id: crypto.randomUUID() })).rejects.toMatchObject(missing);
    expect((await bobs(listThreads, {})).threads).toEqual([]);
    await expect(bobs(listThreads, { snapshotId: id })).rejects.toMatchObject({ code: 'not_found' });
  });
});
