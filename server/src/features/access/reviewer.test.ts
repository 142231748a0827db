import { CLOSE } from '@stagelink/shared/contracts/live';
import { enterReview } from '@stagelink/shared/contracts/reviews';
import { openPreview, updateSnapshot, viewSnapshot } from '@stagelink/shared/contracts/snapshots';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { broadcast } from '../../platform/live/publish.ts';
import { personalLink } from '../reviews/link.ts';
import { bearer, listen } from '../../testing/live.ts';
import { type Browser, newBrowser, tokenIn } from '../../testing/reviewer.ts';
import { change, createSite, type TestSite } from '../../testing/site.ts';
import { createWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const TAB = { 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Mode': 'navigate' };

let site: TestSite;
beforeEach(async () => {
  site = await createSite(world, { 'index.html': '<p>Secret' }, { password: 'open sesame' });
});

/** Creates a review with this address. Returns the reviewer's id. */
async function named(email: string, of = site): Promise<string> {
  const [review, reviewer] = [uuidv7(), uuidv7()];
  await world.app.db('reviews').insert({ id: review, snapshot_id: of.id });
  await world.app.db('reviewers').insert({ id: reviewer, review_id: review, email, name: 'Bea' });
  return reviewer;
}

/** Ends a review as a cancellation does. */
const cancel = (of = site) =>
  world.app.db.transaction(async (tx) => {
    await tx('reviews').where({ snapshot_id: of.id }).delete();
    await broadcast(tx, { type: 'access_changed', snapshotId: of.id });
  });

async function tokenOf(reviewerId: string): Promise<string> {
  const { passwordRevision } = (await world.app
    .db('snapshots')
    .where({ id: site.id })
    .first({ passwordRevision: 'password_revision' })) as { passwordRevision: number };
  return tokenIn(personalLink(world.app, { id: site.id, passwordRevision }, reviewerId));
}

async function enter(reviewerId: string, browser = newBrowser(world)): Promise<Browser> {
  await browser.call(enterReview, { token: await tokenOf(reviewerId) });
  return browser;
}

const view = async ({ call }: Pick<Browser, 'call'>, { id } = site) =>
  (await call(viewSnapshot, { id })).snapshot;
const atGate = { status: 401, code: 'password_required' };

describe('a reviewer with a personal link', () => {
  test('opens the view, the page, the preview and the live channel without a password', async () => {
    const browser = newBrowser(world);
    await expect(view(browser)).rejects.toMatchObject(atGate);

    const entered = await browser.call(enterReview, { token: await tokenOf(await named('bea@example.com')) });
    expect(entered).toEqual({ snapshotId: site.id, reviewerName: 'Bea' });
    expect(await view(browser)).toMatchObject({
      isOwner: false,
      ownerUid: null,
      ownerName: 'Ada',
      you: { kind: 'reviewer', name: 'Bea' },
    });
    const client = listen(world, `?snapshotId=${site.id}`, { Cookie: browser.cookies.join('; ') });
    expect((await client.next()).type).toBe('connected');
    expect(await content(browser)).toContain('<p>Secret');
  });

  test('gets a page with room for the task until the decision', async () => {
    const reviewer = await named('bea@example.com');
    const browser = await enter(reviewer);
    const page = async () => (await browser.fetch(`/s/${site.id}`, TAB)).body.toString();
    expect(await page()).toContain('<div id="stage" data-strip="task">');
    await world.app.db('reviewers').where({ id: reviewer }).update({ status: 'approved' });
    expect(await page()).toContain('<div id="stage" data-strip="line">');
  });

  test('can use the link on another device', async () => {
    const reviewer = await named('bea@example.com');
    await enter(reviewer);
    expect((await view(await enter(reviewer))).you.name).toBe('Bea');
  });

  test('has no access to another snapshot', async () => {
    const other = await createSite(world, { 'index.html': 'x' }, { password: 'open sesame' });
    const browser = await enter(await named('bea@example.com'));
    await expect(view(browser, other)).rejects.toMatchObject(atGate);
    const [cookie = ''] = browser.cookies;
    browser.cookies.push(cookie.replace(site.id, other.id));
    await expect(view(browser, other)).rejects.toMatchObject(atGate);
  });

  test('gets the gate again as soon as the review is cancelled, whatever was open', async () => {
    const browser = await enter(await named('bea@example.com'));
    const client = listen(world, `?snapshotId=${site.id}`, { Cookie: browser.cookies.join('; ') });
    await client.next();
    const grant = await grantOf(browser);
    const waiting = await entrance(browser);
    await cancel();

    expect(await client.closed).toBe(CLOSE.noLongerAllowed);
    await expect(view(browser)).rejects.toMatchObject(atGate);
    await expect(entrance(browser)).rejects.toMatchObject(atGate);
    expect((await onSite('/', { Cookie: grant })).status).toBe(401);
    const late = await onSite(waiting, TAB);
    const useless = String(late.headers['set-cookie']).split(';')[0] ?? '';
    expect((await onSite('/', { Cookie: useless })).status).toBe(401);
  });

  test('with an old cookie gets no access through a new review after a cancellation', async () => {
    const browser = await enter(await named('bea@example.com'));
    await cancel();
    await named('bea@example.com');
    await expect(view(browser)).rejects.toMatchObject(atGate);
  });

  test('stays the same reviewer when a newer review invites them too', async () => {
    const browser = await enter(await named('bea@example.com'));
    const newest = await named('bea@example.com');
    const grant = await grantOf(browser);
    await world.app
      .db('reviews')
      .whereNotIn('id', world.app.db('reviewers').where({ id: newest }).select('review_id'))
      .where({ snapshot_id: site.id })
      .update({ requested_at: new Date(Date.now() - 1000) });
    expect((await onSite('/', { Cookie: grant })).status).toBe(200);
    expect((await view(browser)).you.kind).toBe('reviewer');
  });

  test.each([
    ['made up', () => 'made-up'],
    ['signed for something else', () => world.app.secrets.sign('gate', uuidv7())],
    ['of a review that is gone', () => tokenOf(uuidv7())],
  ])('that is %s gets a message that it does not work', async (_case, token) => {
    const browser = newBrowser(world);
    await expect(browser.call(enterReview, { token: await token() })).rejects.toMatchObject({
      status: 410,
      message: expect.stringContaining('This review link no longer works'),
    });
    expect(browser.cookies).toEqual([]);
  });

  test('loses access, also to what is open, when the password changes', async () => {
    const reviewer = await named('bea@example.com');
    const token = await tokenOf(reviewer);
    const browser = await enter(reviewer);
    const grant = await grantOf(browser);
    const client = listen(world, `?snapshotId=${site.id}`, { Cookie: browser.cookies.join('; ') });
    await client.next();
    await world.as(site.owner)(updateSnapshot, { id: site.id, password: 'another one' });

    expect(await client.closed).toBe(CLOSE.noLongerAllowed);
    await expect(view(browser)).rejects.toMatchObject(atGate);
    expect((await onSite('/', { Cookie: grant })).status).toBe(401);
    const late = newBrowser(world);
    await expect(late.call(enterReview, { token })).rejects.toMatchObject({ status: 410 });
    expect(late.cookies).toEqual([]);
    expect((await view(await enter(reviewer))).you.kind).toBe('reviewer');
  });

  test('to an expired snapshot reads that it has expired', async () => {
    const reviewer = await named('bea@example.com');
    await change(world.app, site.id, { expires_at: new Date(Date.now() - 1000) });
    await expect(enter(reviewer)).rejects.toMatchObject({
      status: 410,
      message: 'This snapshot has expired.',
    });
  });

  test('gets a cookie that scripts cannot read and other hosts do not receive', async () => {
    const answer = await world.fetch({
      method: 'POST',
      path: '/api/reviews/enter',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ token: await tokenOf(await named('bea@example.com')) }),
    });
    expect(String(answer.headers['set-cookie'])).toMatch(
      new RegExp(`^__Host-reviewer-${site.id}=[^;]+; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=\\d+$`),
    );
  });
});

describe('a reviewer with an account', () => {
  const verify = (id: string) =>
    world.app.db('users').where({ id }).update({ email_verified_at: new Date() });
  const asThem = (person: Parameters<World['as']>[0]) => ({ call: world.as(person) });

  test('has access once the address is verified, and only then', async () => {
    const bea = await world.build.user({ name: 'Beatrice' });
    await named(bea.email);
    await expect(view(asThem(bea))).rejects.toMatchObject(atGate);
    await verify(bea.id);
    expect((await view(asThem(bea))).you).toEqual({ id: bea.id, kind: 'reviewer', name: 'Bea' });
    const client = listen(world, `?snapshotId=${site.id}`, bearer(bea));
    expect((await client.next()).type).toBe('connected');
    await cancel();
    expect(await client.closed).toBe(CLOSE.noLongerAllowed);
    await expect(view(asThem(bea))).rejects.toMatchObject(atGate);
  });

  test('is the owner if the address is the owner’s', async () => {
    await named(site.owner.email);
    await verify(site.owner.id);
    expect((await view(asThem(site.owner))).you).toEqual({
      id: site.owner.id,
      kind: 'owner',
      name: 'Ada',
    });
  });

  test('is an ordinary user or visitor without an invitation', async () => {
    const open = await createSite(world, { 'index.html': 'x' });
    const cem = await world.build.user({ name: 'Cem' });
    expect((await view(asThem(cem), open)).you).toEqual({ id: cem.id, kind: 'user', name: 'Cem' });
    expect((await view(newBrowser(world), open)).you).toEqual({ id: 'visitor', kind: 'visitor', name: null });
  });
});

const onSite = (path: string, headers: Record<string, string> = {}) =>
  world.fetch({ path, headers: { Host: site.host, ...headers } });

/** Returns the path on the content origin at which a preview opens. */
async function entrance({ call }: Browser): Promise<string> {
  const { pathname, search } = new URL((await call(openPreview, { id: site.id })).url);
  return pathname + search;
}

async function grantOf(browser: Browser): Promise<string> {
  const answer = await onSite(await entrance(browser), TAB);
  return String(answer.headers['set-cookie']).split(';')[0] ?? '';
}

const content = async (browser: Browser) =>
  (await onSite('/', { Cookie: await grantOf(browser) })).body.toString();
