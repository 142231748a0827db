import { screen, waitFor, within } from '@testing-library/react';
import type { Review } from '@stagelink/shared/contracts/reviews';
import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { ada, authOptions, listOf, project, snapshot } from '@stagelink/shared/testing/builders';
import { type Handlers, refusal } from '@stagelink/shared/testing/fakeServer';
import { describe, expect, test, vi } from 'vitest';
import { serve } from '../../testing/server.ts';
import { veil } from '../../testing/veil.ts';
import { visit } from '../../testing/visit.tsx';

const LIST = 'GET /api/snapshots/list';
const me = { 'GET /me': () => ({ user: ada }) };

/** The dashboard with one snapshot in a fake server. */
function withOne(first: Snapshot, more: Handlers = {}) {
  let one = first;
  const requests = serve({
    ...me,
    [LIST]: () => listOf(one),
    'GET /api/tags': () => ({ tags: [] }),
    'GET /api/snapshots/:id/reviews': () => ({ reviews: [] }),
    'PUT /api/snapshots/:id': ({ input }) => {
      one = { ...one, ...input } as Snapshot;
      return { snapshot: one };
    },
    ...more,
  });
  return { requests, change: (change: Partial<Snapshot>) => (one = { ...one, ...change }) };
}

async function choose(person: ReturnType<typeof visit>, item: string): Promise<void> {
  await person.click(await screen.findByRole('button', { name: 'More actions for Checkout' }));
  await person.click(await screen.findByRole('menuitem', { name: item }));
}
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

describe('a snapshot', () => {
  test('gets a password, which must not be blank', async () => {
    const checkout = snapshot({ name: 'Checkout', password: null, public: true });
    const { requests } = withOne(checkout);
    const person = visit('/dashboard');
    await choose(person, 'Add password');
    const open = await dialog('Add Password');
    await person.type(open.getByRole('textbox', { name: 'New password' }), '   ');
    expect(open.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
    await person.type(open.getByRole('textbox', { name: 'New password' }), 'lemon {Enter}');
    expect(await screen.findByText('Password added')).toBeDefined();
    expect(requests['PUT /api/snapshots/:id']?.[0]?.input).toEqual({ id: checkout.id, password: 'lemon' });
  });

  test('names reviewers who need no password before it changes', async () => {
    const checkout = snapshot({ name: 'Checkout' });
    const reviewer = (userName: string, isRemoved: boolean): Review['reviewers'][number] => ({
      userId: userName,
      userName,
      userEmail: `${userName}@example.com`,
      status: 'pending',
      feedback: '',
      reviewedAt: null,
      version: null,
      isStale: false,
      isYou: false,
      isRemoved,
      link: null,
    });
    const review: Review = {
      id: '01938c3e-0000-7000-8000-0000000000bb',
      status: 'pending',
      requestedAt: '2026-11-14T09:30:00.000Z',
      deadline: null,
      notes: '',
      reviewers: [reviewer('Bea', false), reviewer('Cem', false), reviewer('Dan', true)],
      can: { submit: false, cancel: true, close: false, removeReviewers: true },
    };
    withOne(checkout, {
      'GET /api/snapshots/:id/reviews': () => ({ reviews: [review] }),
      'GET /auth/options': () => authOptions({ mail: true }),
    });
    const person = visit('/dashboard');
    await choose(person, 'Change password');
    const open = await dialog('Change Password');
    expect(
      await open.findByText(/^Bea and Cem can open this snapshot through a personal link/),
    ).toBeDefined();
    expect(open.getByText(/Reviewers who have not responded are emailed a new link/)).toBeDefined();
  });

  test('is copied together with its password', async () => {
    const checkout = snapshot({ name: 'Checkout' });
    withOne(checkout);
    const person = visit('/dashboard');
    await choose(person, 'Copy link and password');
    expect(await screen.findByText('URL and Password Copied')).toBeDefined();
    expect(await navigator.clipboard.readText()).toBe(`${checkout.url}\nPassword: maple-otter-42`);
  });

  test('moves to another project at once, and back with Undo', async () => {
    const shop = project({ name: 'Shop' });
    const checkout = snapshot({ name: 'Checkout' });
    const { requests } = withOne(checkout, {
      'GET /api/projects': () => ({ projects: [shop], withoutProject: 1 }),
    });
    const person = visit('/dashboard');
    await choose(person, 'Move to project');
    const open = await dialog('Move to Project');
    expect(open.queryByRole('radio', { name: 'No project' })).toBeNull();
    await person.click(open.getByRole('radio', { name: 'Shop' }));
    await person.click(open.getByRole('button', { name: 'Move' }));
    expect(await screen.findByText('Moved to Shop')).toBeDefined();

    await person.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(requests['PUT /api/snapshots/:id']?.map(({ input }) => input)).toEqual([
        { id: checkout.id, projectId: shop.id },
        { id: checkout.id, projectId: null },
      ]),
    );
  });

  test('keeps details, tags among them', async () => {
    const checkout = snapshot({ name: 'Checkout' });
    const { requests } = withOne(checkout);
    const person = visit('/dashboard');
    await choose(person, 'Edit details');
    const open = await dialog('Details of Checkout');
    await person.type(open.getByRole('textbox', { name: 'Description' }), 'New basket');
    await person.type(open.getByRole('combobox', { name: 'Tags' }), 'launch,q3,');
    await person.type(open.getByRole('textbox', { name: 'Client' }), 'Acme');
    await person.type(open.getByRole('textbox', { name: 'Version' }), '2.1');
    await person.type(open.getByRole('textbox', { name: 'Milestone' }), 'Beta');
    await person.click(open.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Details updated')).toBeDefined();
    expect(requests['PUT /api/snapshots/:id']?.[0]?.input).toEqual({
      id: checkout.id,
      description: 'New basket',
      tags: ['launch', 'q3'],
      clientName: 'Acme',
      versionLabel: '2.1',
      milestone: 'Beta',
    });
    expect(await screen.findByText('launch')).toBeDefined();
  });

  test('keeps what another person wrote into its details meanwhile', async () => {
    const checkout = snapshot({ name: 'Checkout', milestone: 'Alpha' });
    const { requests, change } = withOne(checkout);
    const person = visit('/dashboard');
    await choose(person, 'Edit details');
    const open = await dialog('Details of Checkout');
    change({ description: 'Written by an agent', tags: ['launch', 'q3'] });
    await person.type(open.getByRole('textbox', { name: 'Milestone' }), ' 2');
    await person.click(open.getByRole('button', { name: 'Save' }));
    await person.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(requests['PUT /api/snapshots/:id']?.map(({ input }) => input)).toEqual([
        { id: checkout.id, milestone: 'Alpha 2' },
        { id: checkout.id, milestone: 'Alpha' },
      ]),
    );
  });

  test('sends nothing when no detail was changed', async () => {
    const { requests } = withOne(snapshot({ name: 'Checkout', tags: ['launch'] }));
    const person = visit('/dashboard');
    await choose(person, 'Edit details');
    await person.click((await dialog('Details of Checkout')).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(requests['PUT /api/snapshots/:id']).toBeUndefined();
  });

  test('is followed, paused and resumed', async () => {
    const checkout = snapshot({ name: 'Checkout' });
    const subscription = {
      id: '01938c3e-0000-7000-8000-0000000000aa',
      snapshotId: checkout.id,
      snapshotName: 'Checkout',
      commentId: null,
      commentPreview: '',
      isActive: true,
      createdAt: checkout.createdAt,
      lastNotified: null,
    };
    const { change } = withOne(checkout, {
      'POST /api/snapshots/:id/subscribe': () => {
        change({ following: 'active' });
        return { subscription };
      },
      'POST /api/snapshots/:id/unsubscribe': () => {
        change({ following: 'paused' });
        return { subscription: { ...subscription, isActive: false } };
      },
    });
    const person = visit('/dashboard');
    await choose(person, 'Follow comments');
    expect(await screen.findByText('Followed')).toBeDefined();
    await choose(person, 'Pause notifications');
    expect(await screen.findByText('Paused')).toBeDefined();
    await choose(person, 'Resume notifications');
    expect(await screen.findByText('Resumed')).toBeDefined();
  });

  test('that could not be deleted keeps its dialog open for a retry', async () => {
    const checkout = snapshot({ name: 'Checkout' });
    let isDown = true;
    withOne(checkout, {
      'DELETE /api/snapshots/:id': () => (isDown ? refusal(403, 'forbidden', 'Not now.') : { ok: true }),
    });
    const person = visit('/dashboard');
    await choose(person, 'Delete');
    const open = await dialog('Delete Checkout?');
    await person.click(open.getByRole('button', { name: 'Delete' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Not now.');
    expect(within(alert).queryByRole('button', { name: 'Retry' })).toBeNull();

    isDown = false;
    await person.click(open.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('a review', () => {
  const reviewStatus = {
    isRequested: true,
    status: 'pending',
    checkedOffCount: 1,
    changesRequestedCount: 0,
    totalReviewers: 3,
  } as const;

  test('is shown with how far it has come, and not requested twice, nor of an expired snapshot', async () => {
    serve({
      ...me,
      [LIST]: () =>
        listOf(
          snapshot({ name: 'Checkout', review: reviewStatus }),
          snapshot({ name: 'Gone', daysLeft: -1 }),
        ),
    });
    const person = visit('/dashboard?status=all');
    expect((await screen.findByTitle(/^1 of 3 responded/)).textContent).toBe('Pending1/31 approved');
    for (const name of ['Checkout', 'Gone']) {
      await person.click(screen.getByRole('button', { name: `More actions for ${name}` }));
      expect(await screen.findByRole('menuitem', { name: 'Edit details' })).toBeDefined();
      expect(screen.queryByRole('menuitem', { name: 'Request review' })).toBeNull();
      await person.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    }
  });

  test('is shown with what was decided once it is completed', async () => {
    const review = {
      ...reviewStatus,
      status: 'completed',
      checkedOffCount: 3,
      changesRequestedCount: 2,
    } as const;
    serve({ ...me, [LIST]: () => listOf(snapshot({ name: 'Checkout', review })) });
    visit('/dashboard');
    expect((await screen.findByText('1 approved, 2 ask for changes')).parentElement?.textContent).toBe(
      'Completed3/31 approved, 2 ask for changes',
    );
  });

  test('of a server that does not send the decisions is shown without them', async () => {
    const { changesRequestedCount: _, ...review } = {
      ...reviewStatus,
      status: 'completed',
      checkedOffCount: 3,
    } as const;
    serve({ ...me, [LIST]: () => listOf(snapshot({ name: 'Checkout', review })) });
    visit('/dashboard');
    expect((await screen.findByTitle('3 of 3 responded')).textContent).toBe('Completed3/3');
  });

  test('ends with the links to copy on a server without email', async () => {
    const checkout = snapshot({ name: 'Checkout' });
    const link = `${checkout.url}#review=secret`;
    withOne(checkout, {
      'GET /auth/options': () => authOptions(),
      'POST /api/snapshots/:id/reviews': () => ({
        review: {
          id: '01938c3e-0000-7000-8000-0000000000bb',
          status: 'pending',
          requestedAt: checkout.createdAt,
          deadline: null,
          notes: '',
          reviewers: [
            {
              userId: 'bob',
              userName: 'Bob',
              userEmail: 'bob@example.com',
              status: 'pending',
              feedback: '',
              reviewedAt: null,
              version: null,
              isStale: false,
              isYou: false,
              isRemoved: false,
              link,
            },
          ],
          can: { submit: false, cancel: true, close: false, removeReviewers: true },
        },
      }),
    });
    const person = visit('/dashboard');
    await choose(person, 'Request review');
    const open = await dialog('Request Review');
    expect(await open.findByText(/This server sends no email/)).toBeDefined();
    expect(open.queryByText(/is emailed/)).toBeNull();
    await person.type(open.getByRole('textbox', { name: 'Name' }), 'Bob');
    await person.type(open.getByRole('textbox', { name: 'Email' }), 'bob@example.com');
    await person.click(open.getByRole('button', { name: 'Send request' }));
    const links = await dialog('Send each reviewer their link');
    await person.click(links.getByRole('button', { name: 'Copy link for Bob' }));
    expect(await navigator.clipboard.readText()).toBe(link);
    await person.click(links.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('offers to resend the verification email to an unverified owner', async () => {
    const checkout = snapshot({ name: 'Checkout' });
    let isUp = false;
    withOne(checkout, {
      'POST /api/snapshots/:id/reviews': () =>
        refusal(403, 'email_unverified', 'Please verify your own email address first.'),
      'POST /auth/verify-email/send': () =>
        isUp ? { ok: true, message: 'We emailed you a link.' } : refusal(429, 'rate_limited', 'Too many.'),
    });
    const person = visit('/dashboard');
    await choose(person, 'Request review');
    const open = await dialog('Request Review');
    await person.type(open.getByRole('textbox', { name: 'Name' }), 'Bob');
    await person.type(open.getByRole('textbox', { name: 'Email' }), 'bob@example.com');
    await person.click(open.getByRole('button', { name: 'Send request' }));
    expect(await open.findByText('Please verify your own email address first.')).toBeDefined();
    const resend = open.getByRole('button', { name: 'Resend verification email' });
    await person.click(resend);
    expect(await open.findByText('Too many.')).toBeDefined();
    isUp = true;
    await person.click(resend);
    expect(await open.findByText('We emailed you a link.')).toBeDefined();
  });

  test('needs a reviewer, takes each once, and is sent', async () => {
    const checkout = snapshot({ name: 'Checkout' });
    const path = 'POST /api/snapshots/:id/reviews';
    const { requests } = withOne(checkout, {
      [path]: () => ({
        review: {
          id: '01938c3e-0000-7000-8000-0000000000bb',
          status: 'pending',
          requestedAt: checkout.createdAt,
          deadline: null,
          notes: '',
          reviewers: [],
          can: { submit: false, cancel: true, close: false, removeReviewers: true },
        },
      }),
    });
    const person = visit('/dashboard');
    await choose(person, 'Request review');
    const open = await dialog('Request Review');
    const [name, email] = [
      open.getByRole('textbox', { name: 'Name' }),
      open.getByRole('textbox', { name: 'Email' }),
    ];
    const add = open.getByRole('button', { name: 'Add' });

    await person.click(open.getByRole('button', { name: 'Send request' }));
    expect(open.getByRole('alert').textContent).toBe('Please add at least one reviewer');
    await person.type(name, 'Bob');
    await person.click(add);
    expect(open.getByRole('alert').textContent).toBe('Please enter both name and email');
    await person.type(email, 'bob@example.com{Enter}');
    expect(open.getByText('bob@example.com')).toBeDefined();
    await person.type(name, 'Robert');
    await person.type(email, 'BOB@example.com');
    await person.click(add);
    expect(open.getByRole('alert').textContent).toBe('This reviewer is already added');

    await person.clear(email);
    await person.type(email, 'robert@example.com');
    await person.type(open.getByRole('textbox', { name: 'Notes' }), 'The basket');
    await person.click(open.getByRole('button', { name: 'Send request' }));
    expect(await screen.findByText('Review Requested')).toBeDefined();
    expect(requests[path]?.[0]?.input).toEqual({
      id: checkout.id,
      reviewers: [
        { userName: 'Bob', userEmail: 'bob@example.com' },
        { userName: 'Robert', userEmail: 'robert@example.com' },
      ],
      deadline: null,
      notes: 'The basket',
    });
  });

  test('stays open on an outside click, and while it is being sent', async () => {
    const checkout = snapshot({ name: 'Checkout' });
    const answer = Promise.withResolvers<ReturnType<typeof refusal>>();
    withOne(checkout, { 'POST /api/snapshots/:id/reviews': () => answer.promise });
    const person = visit('/dashboard');
    await choose(person, 'Request review');
    const open = await dialog('Request Review');
    await person.type(open.getByRole('textbox', { name: 'Name' }), 'Bob');
    await person.type(open.getByRole('textbox', { name: 'Email' }), 'bob@example.com');
    await person.click(veil());
    expect(screen.getByRole('dialog')).toBeDefined();

    await person.click(open.getByRole('button', { name: 'Send request' }));
    expect(open.getByRole<HTMLButtonElement>('button', { name: 'Cancel' }).disabled).toBe(true);
    await person.keyboard('{Escape}');
    expect(screen.getByRole('dialog')).toBeDefined();

    answer.resolve(refusal(429, 'rate_limited', 'Please wait a moment.'));
    expect(await screen.findByText('Please wait a moment.')).toBeDefined();
    expect(open.getByText('bob@example.com')).toBeDefined();
    await person.keyboard('{Escape}{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('of a deleted snapshot is reported, and the list refetched', async () => {
    const checkout = snapshot({ name: 'Checkout' });
    const { requests } = withOne(checkout, {
      'POST /api/snapshots/:id/reviews': () => refusal(404, 'not_found', 'There is none.'),
    });
    const person = visit('/dashboard');
    await choose(person, 'Request review');
    const open = await dialog('Request Review');
    const before = requests[LIST]?.length ?? 0;
    await person.type(open.getByRole('textbox', { name: 'Name' }), 'Bob');
    await person.type(open.getByRole('textbox', { name: 'Email' }), 'bob@example.com');
    await person.click(open.getByRole('button', { name: 'Send request' }));
    expect(await screen.findByText('Snapshot no longer exists - refreshing list...')).toBeDefined();
    await waitFor(() => expect(requests[LIST]?.length).toBeGreaterThan(before));
  });
});

describe('filters', () => {
  test('are applied, shown as chips, and removed one by one or together', async () => {
    const { requests } = withOne(snapshot({ name: 'Checkout' }), {
      'GET /api/tags': () => ({ tags: [{ tag: 'launch', count: 2 }] }),
    });
    const person = visit('/dashboard?tags=launch&review=overdue&createdFrom=2026-11-01');
    const chips = within(await screen.findByRole('list', { name: 'Filters' }));
    expect(chips.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Tag: launch',
      'Review: Overdue',
      expect.stringContaining('Created from 1 Nov'),
      'Clear filters',
    ]);
    await waitFor(() =>
      expect(requests[LIST]?.at(-1)?.input).toMatchObject({
        tags: 'launch',
        review: 'overdue',
      }),
    );

    await person.click(chips.getByRole('button', { name: 'Remove filter Tag: launch' }));
    await waitFor(() => expect(requests[LIST]?.at(-1)?.input.tags).toBeUndefined());
    expect(new URLSearchParams(window.location.search).has('tags')).toBe(false);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Filter, 2 on' }));

    await person.click(await screen.findByRole('button', { name: 'Filter, 2 on' }));
    await person.click(await screen.findByRole('radio', { name: 'Expired' }));
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Show expired' }).checked).toBe(true);
    await waitFor(() => expect(requests[LIST]?.at(-1)?.input.status).toBe('expired'));

    await person.click(chips.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(window.location.search).toBe(''));
    expect(screen.queryByRole('list', { name: 'Filters' })).toBeNull();
  });

  test('every order is in the sort menu', async () => {
    const { requests } = withOne(snapshot({ name: 'Checkout' }));
    const person = visit('/dashboard');
    await person.click(await screen.findByRole('button', { name: 'Sort, by Created' }));
    await person.click(await screen.findByRole('menuitemradio', { name: 'Comments' }));
    await waitFor(() =>
      expect(requests[LIST]?.at(-1)?.input).toMatchObject({
        sort: 'comments',
        order: 'desc',
      }),
    );
  });
});

describe('the download of a snapshot', () => {
  const DOWNLOAD = 'GET /api/snapshots/:id/versions/:version/download';
  const description = { fileName: 'Checkout v3.zip', fileCount: 5, totalBytes: 9 };

  /** The addresses of the links that were followed. */
  function watchLinks(): string[] {
    const followed: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      followed.push(this.getAttribute('href') ?? '');
    });
    return followed;
  }

  test('is the zip of the version that the link shows', async () => {
    const checkout = snapshot({ name: 'Checkout' });
    withOne(checkout, { [DOWNLOAD]: () => ({ ...description, renamed: [] }) });
    const followed = watchLinks();
    const person = visit('/dashboard');
    await choose(person, 'Download as zip');
    expect(await screen.findByText('Downloading the zip')).toBeDefined();
    const path = `/api/snapshots/${checkout.id}/versions/${checkout.version}/download?format=zip`;
    expect(followed).toEqual([path]);
  });

  test('names the files that have another name in it', async () => {
    const renamed = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ path: name, name: `${name} (2)` }));
    withOne(snapshot({ name: 'Checkout' }), { [DOWNLOAD]: () => ({ ...description, renamed }) });
    watchLinks();
    const person = visit('/dashboard');
    await choose(person, 'Download as zip');
    const text = '5 files have another name in the zip: a → a (2), b → b (2), c → c (2), and 2 more';
    expect(await screen.findByText(text)).toBeDefined();
  });

  test('is not begun when the server refuses, and can be tried again', async () => {
    withOne(snapshot({ name: 'Checkout' }), {
      [DOWNLOAD]: () => refusal(429, 'rate_limited', 'Too many downloads. Try again in 10 minutes.'),
    });
    const followed = watchLinks();
    const person = visit('/dashboard');
    await choose(person, 'Download as zip');
    expect(await screen.findByText(/Too many downloads/)).toBeDefined();
    expect(followed).toEqual([]);
  });
});
