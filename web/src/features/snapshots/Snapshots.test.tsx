import { ada, listOf, snapshot } from '@stagelink/shared/testing/builders';
import { refusal } from '@stagelink/shared/testing/fakeServer';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { serve } from '../../testing/server.ts';
import { veil } from '../../testing/veil.ts';
import { visit } from '../../testing/visit.tsx';

const LIST = 'GET /api/snapshots/list';
const me = { 'GET /me': () => ({ user: ada }) };

const row = async (name: string) => {
  const found = (await screen.findByRole('link', { name })).closest('tr');
  if (!found) throw new Error(`${name} is not in a row`);
  return found;
};
const openMenu = async (person: ReturnType<typeof visit>, name: string) =>
  person.click(await screen.findByRole('button', { name: `More actions for ${name}` }));
const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((each) => within(each).getByRole('link').textContent);

describe('the list', () => {
  test('shows each snapshot with its name, age, time left and views, and how many there are', async () => {
    serve({
      ...me,
      [LIST]: () => ({
        snapshots: [snapshot({ name: 'Checkout', daysLeft: 2.5, viewCount: 1204 })],
        nextCursor: null,
        matching: 1,
        total: 4,
      }),
    });
    visit('/dashboard');

    const cells = within(await row('Checkout')).getAllByRole('cell');
    expect(cells.slice(2, 5).map((cell) => cell.textContent)).toEqual([
      'Just now',
      '3 days left',
      '1,204 views',
    ]);
    expect(screen.getByText('1 of 4 snapshots')).toBeDefined();
  });

  test('groups the digits of large counts', async () => {
    serve({
      ...me,
      [LIST]: () => ({ snapshots: [snapshot()], nextCursor: null, matching: 9271, total: 10_022 }),
    });
    visit('/dashboard');
    expect(await screen.findByText('9,271 of 10,022 snapshots')).toBeDefined();
  });

  test('sends search, sort and filters to the server and stores them in the URL', async () => {
    const requests = serve({ ...me, [LIST]: () => listOf(snapshot({ name: 'Checkout' })) });
    const person = visit('/dashboard');
    await row('Checkout');

    await person.type(screen.getByRole('searchbox', { name: 'Search snapshots' }), 'check');
    await person.click(screen.getByRole('checkbox', { name: 'Show expired' }));
    await person.click(screen.getByRole('button', { name: 'Views' }));
    await person.click(screen.getByRole('button', { name: 'Views' }));

    await waitFor(() =>
      expect(requests[LIST]?.at(-1)?.input).toMatchObject({
        search: 'check',
        status: 'all',
        sort: 'views',
        order: 'asc',
      }),
    );
    expect(Object.fromEntries(new URLSearchParams(window.location.search))).toEqual({
      search: 'check',
      status: 'all',
      sort: 'views',
      order: 'asc',
    });
    expect(screen.getByRole('columnheader', { name: 'Views' }).getAttribute('aria-sort')).toBe('ascending');
  });

  test('a stored URL shows the same list again', async () => {
    const requests = serve({ ...me, [LIST]: () => listOf(snapshot()) });
    visit('/dashboard?search=tokens&sort=name');

    expect(await screen.findByDisplayValue('tokens')).toBeDefined();
    await waitFor(() => expect(requests[LIST]).toHaveLength(1));
    expect(requests[LIST]?.[0]?.input).toEqual({
      search: 'tokens',
      status: 'active',
      sort: 'name',
      order: 'asc',
      limit: 100,
    });
  });

  test('reads page after page when its end comes near', async () => {
    serve({
      ...me,
      [LIST]: ({ input }) => ({
        snapshots: [snapshot({ name: input.cursor === 'second' ? 'Older' : 'Newer' })],
        nextCursor: input.cursor === 'second' ? null : 'second',
        matching: 2,
        total: 2,
      }),
    });
    visit('/dashboard');

    await row('Older');
    expect(names()).toEqual(['Newer', 'Older']);
  });

  test('a page that fails to load is reported below the rows and loads again with Retry', async () => {
    let isDown = true;
    const requests = serve({
      ...me,
      [LIST]: ({ input }) =>
        input.cursor === 'second' && isDown
          ? refusal(429, 'rate_limited', 'No.')
          : {
              snapshots: [snapshot({ name: input.cursor === 'second' ? 'Older' : 'Newer' })],
              nextCursor: input.cursor === 'second' ? null : 'second',
              matching: 2,
              total: 2,
            },
    });
    const person = visit('/dashboard');

    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch('Failed to load more snapshots.');
    expect(names()).toEqual(['Newer']);
    expect(requests[LIST]).toHaveLength(2);

    isDown = false;
    await person.click(within(alert).getByRole('button', { name: 'Retry' }));
    await row('Older');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('with thousands of snapshots only the rows in sight exist', async () => {
    const many = Array.from({ length: 2000 }, (_, index) => snapshot({ name: `Prototype ${index}` }));
    serve({ ...me, [LIST]: () => listOf(...many) });
    visit('/dashboard');

    await row('Prototype 0');
    expect(screen.getAllByRole('row').length).toBeLessThan(60);
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('2001');
  });

  test('explains why it is empty: nothing staged, nothing found, everything expired', async () => {
    serve({
      ...me,
      [LIST]: ({ input }) => ({
        snapshots: [],
        nextCursor: null,
        matching: 0,
        total: input.search === 'zzz' ? 5 : 0,
      }),
    });
    const person = visit('/dashboard');
    expect(await screen.findByText('No snapshots found')).toBeDefined();
    expect(screen.getByText('Get started by creating a new snapshot')).toBeDefined();

    await person.type(screen.getByRole('searchbox', { name: 'Search snapshots' }), 'zzz');
    expect(await screen.findByText('Try adjusting your search')).toBeDefined();
    const [clear] = screen.getAllByRole('button', { name: 'Clear search' }).toReversed();
    if (clear) await person.click(clear);
    expect(await screen.findByText('Get started by creating a new snapshot')).toBeDefined();
  });

  test('a busy server is named, and the list loads once it answers', async () => {
    let isServing = false;
    serve({
      ...me,
      [LIST]: () =>
        isServing
          ? listOf(snapshot({ name: 'Checkout' }))
          : refusal(503, 'unavailable', 'Stagelink is busy right now. Please try again in a moment.', {
              retryAfter: 1,
            }),
    });
    visit('/dashboard');
    await screen.findByText('Stagelink is busy. Your snapshots load as soon as it answers.');
    isServing = true;
    await row('Checkout');
    expect(screen.queryByText(/is busy/)).toBeNull();
  });

  test('a list that fails to load can be retried', async () => {
    let isDown = true;
    serve({
      ...me,
      [LIST]: () => (isDown ? refusal(429, 'rate_limited', 'No.') : listOf(snapshot({ name: 'Checkout' }))),
    });
    const person = visit('/dashboard');
    expect((await screen.findByRole('alert')).textContent).toMatch('Failed to load data');

    isDown = false;
    await person.click(screen.getByRole('button', { name: 'Retry' }));
    await row('Checkout');
  });
});

describe('what can be done with a snapshot', () => {
  test.each([
    [
      'with a password and three days left',
      snapshot({ name: 'Checkout', daysLeft: 2.5 }),
      [
        'Open in a new tab',
        'Copy link',
        'Copy password',
        'Copy link and password',
        'Extend by 7 days',
        'Restage…',
        'Download as zip',
        'Rename',
        'Edit details',
        'Move to project',
        'Change password',
        'Request review',
        'Follow comments',
        'Delete',
      ],
    ],
    [
      'without a password, expired and followed',
      snapshot({ name: 'Checkout', daysLeft: -1, public: true, password: null, following: 'active' }),
      [
        'Open in a new tab',
        'Copy link',
        'Bring back for 7 days',
        'Download as zip',
        'Rename',
        'Edit details',
        'Move to project',
        'Add password',
        'Pause notifications',
        'Delete',
      ],
    ],
    [
      'under review, with notifications paused',
      snapshot({
        name: 'Checkout',
        public: true,
        password: null,
        following: 'paused',
        review: { ...snapshot().review, isRequested: true, status: 'pending' },
      }),
      [
        'Open in a new tab',
        'Copy link',
        'Restage…',
        'Download as zip',
        'Rename',
        'Edit details',
        'Move to project',
        'Add password',
        'Resume notifications',
        'Delete',
      ],
    ],
  ])('its menu offers what applies: %s', async (_case, checkout, offered) => {
    serve({ ...me, [LIST]: () => listOf(checkout) });
    const person = visit('/dashboard');
    await openMenu(person, 'Checkout');
    const items = await screen.findAllByRole('menuitem');
    expect(items.map(({ textContent }) => textContent)).toEqual(offered);
  });

  test('its keys are listed below the list, and its common actions are in the row', async () => {
    serve({ ...me, [LIST]: () => listOf(snapshot({ name: 'Checkout', daysLeft: 2.5 })) });
    visit('/dashboard');
    const cells = within(await row('Checkout'));
    await cells.findByRole('button', { name: 'Copy link' });
    const buttons = cells.getAllByRole('button');
    expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual([
      'Extend by 7 days',
      'Copy password',
      'Copy link',
      'More actions for Checkout',
    ]);
    for (const hint of ['move', 'select', 'open', 'copy link', 'extend', 'new', 'search'])
      expect(screen.getByText(hint)).toBeDefined();
  });

  test('its link and its password can be copied', async () => {
    const checkout = snapshot({ name: 'Checkout' });
    serve({ ...me, [LIST]: () => listOf(checkout) });
    const person = visit('/dashboard');
    const checkoutRow = within(await row('Checkout'));

    await person.click(checkoutRow.getByRole('button', { name: 'Copy link' }));
    expect(await screen.findByText('URL Copied')).toBeDefined();
    expect(await navigator.clipboard.readText()).toBe(checkout.url);

    await person.click(checkoutRow.getByRole('button', { name: 'Copy password' }));
    expect(await screen.findByText('Password Copied')).toBeDefined();
    expect(await navigator.clipboard.readText()).toBe('maple-otter-42');
  });

  test('an expired snapshot can be brought back', async () => {
    const gone = snapshot({ name: 'Gone', daysLeft: -1 });
    const requests = serve({
      ...me,
      [LIST]: () => listOf(gone),
      'POST /api/snapshots/:id/extend': () => ({ snapshot: snapshot({ daysLeft: 7 }) }),
    });
    const person = visit('/dashboard?status=all');
    await person.click(within(await row('Gone')).getByRole('button', { name: 'More actions for Gone' }));
    await person.click(await screen.findByRole('menuitem', { name: 'Bring back for 7 days' }));
    expect(await screen.findByText('Brought back for 7 days')).toBeTruthy();
    expect(requests['POST /api/snapshots/:id/extend']?.map(({ input }) => input)).toEqual([
      { id: gone.id, days: 7 },
    ]);
  });

  test('extending is offered with seven days left or fewer, and not once it has expired', async () => {
    serve({
      ...me,
      [LIST]: () =>
        listOf(
          snapshot({ name: 'Soon', daysLeft: 6.9 }),
          snapshot({ name: 'Later', daysLeft: 7.1 }),
          snapshot({ name: 'Gone', daysLeft: -1 }),
        ),
    });
    visit('/dashboard?status=all');

    const offered = async (name: string) =>
      within(await row(name)).queryByRole('button', { name: 'Extend by 7 days' }) !== null;
    expect([await offered('Soon'), await offered('Later'), await offered('Gone')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('a link that lasts as long as the plan allows says so where it would be extended', async () => {
    const requests = serve({
      ...me,
      [LIST]: () => listOf(snapshot({ name: 'Fresh', daysLeft: 7 })),
    });
    const person = visit('/dashboard');
    const why = 'It already lasts 7 days, the most that your plan allows.';
    const button = await within(await row('Fresh')).findByRole('button', {
      name: `Extend by 7 days. ${why}`,
    });
    await person.click(button);
    await person.click(within(await row('Fresh')).getByRole('button', { name: 'More actions for Fresh' }));
    const item = await screen.findByRole('menuitem', { name: /^Extend by 7 days/ });
    expect(item.textContent).toContain(why);
    await person.click(item);
    expect(item.getAttribute('aria-disabled')).toBe('true');
    expect(requests['POST /api/snapshots/:id/extend']).toBeUndefined();
  });

  test('extending shows the new date at once', async () => {
    const soon = snapshot({ name: 'Soon', daysLeft: 1.5 });
    const extended = { ...soon, expiresAt: snapshot({ daysLeft: 8.5 }).expiresAt };
    const listed = [soon];
    serve({
      ...me,
      [LIST]: () => listOf(...listed),
      'POST /api/snapshots/:id/extend': () => {
        listed[0] = extended;
        return { snapshot: extended };
      },
    });
    const person = visit('/dashboard');
    await person.click(within(await row('Soon')).getByRole('button', { name: 'Extend by 7 days' }));

    expect(await screen.findByText('Expiration Extended')).toBeDefined();
    expect(await screen.findByText('9 days left')).toBeDefined();
  });

  test('a session that has ended leaves one sentence, and no toast from before', async () => {
    const soon = snapshot({ name: 'Soon', daysLeft: 1 });
    const signedOut = refusal(401, 'unauthenticated', 'Please log in first.');
    const refusals = [refusal(403, 'plan_limit', 'Your plan keeps snapshots for 7 days at most.')];
    serve({
      ...me,
      [LIST]: () => listOf(soon),
      'POST /api/snapshots/:id/extend': () => refusals.shift() ?? signedOut,
    });
    const person = visit('/dashboard');
    const extend = async () =>
      person.click(within(await row('Soon')).getByRole('button', { name: 'Extend by 7 days' }));
    await extend();
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to extend snapshot');
    await extend();

    expect(await screen.findByText('Authentication failed - please log in again')).toBeDefined();
    // Less than the duration of a toast.
    await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(1), { timeout: 2500 });
    expect(screen.queryByText('Failed to extend snapshot')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  });

  test('a rejected extension shows its reason', async () => {
    const soon = snapshot({ name: 'Soon', daysLeft: 1 });
    serve({
      ...me,
      [LIST]: () => listOf(soon),
      'POST /api/snapshots/:id/extend': () =>
        refusal(403, 'plan_limit', 'Your plan keeps snapshots for 7 days at most.'),
    });
    const person = visit('/dashboard');
    await person.click(within(await row('Soon')).getByRole('button', { name: 'Extend by 7 days' }));

    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Failed to extend snapshot');
    expect(alert.textContent).toContain('Your plan keeps snapshots for 7 days at most.');
  });

  test.each([{ isComposing: true }, { keyCode: 229 }])(
    'Enter that ends an input method’s composition does not rename it: %o',
    async (composing) => {
      const listed = snapshot({ name: 'Untitled' });
      serve({ ...me, [LIST]: () => listOf(listed) });
      const person = visit('/dashboard');
      await person.click(await screen.findByRole('button', { name: 'More actions for Untitled' }));
      await person.click(await screen.findByRole('menuitem', { name: 'Rename' }));
      const field = await screen.findByRole('textbox', { name: 'New name' });
      await person.type(field, 'にほん');
      fireEvent.keyDown(field, { key: 'Enter', ...composing });
      expect(screen.queryByRole('textbox', { name: 'New name' })).toBe(field);
    },
  );

  test('it is renamed inline; an empty name changes nothing', async () => {
    const before = snapshot({ name: 'Untitled' });
    const requests = serve({
      ...me,
      [LIST]: () => listOf(before),
      'PUT /api/snapshots/:id': () => ({ snapshot: { ...before, name: 'Checkout' } }),
    });
    const person = visit('/dashboard');

    await openMenu(person, 'Untitled');
    await person.click(await screen.findByRole('menuitem', { name: 'Rename' }));
    await person.clear(await screen.findByRole('textbox', { name: 'New name' }));
    await person.keyboard('{Enter}');
    expect(await screen.findByRole('link', { name: 'Untitled' })).toBeDefined();

    await openMenu(person, 'Untitled');
    await person.click(await screen.findByRole('menuitem', { name: 'Rename' }));
    await person.clear(await screen.findByRole('textbox', { name: 'New name' }));
    await person.keyboard('Checkout{Enter}');

    expect(await screen.findByText('Name updated')).toBeDefined();
    expect(requests['PUT /api/snapshots/:id']?.map(({ input }) => input)).toEqual([
      { id: before.id, name: 'Checkout' },
    ]);
  });

  test('deleting needs a confirmation, and Cancel changes nothing', async () => {
    const doomed = snapshot({ name: 'Checkout' });
    const listed = [doomed];
    const requests = serve({
      ...me,
      [LIST]: () => listOf(...listed),
      'DELETE /api/snapshots/:id': () => {
        listed.pop();
        return { ok: true };
      },
    });
    const person = visit('/dashboard');
    const askToDelete = async () => {
      await openMenu(person, 'Checkout');
      await person.click(await screen.findByRole('menuitem', { name: 'Delete' }));
      return within(await screen.findByRole('dialog', { name: 'Delete Checkout?' }));
    };

    await person.click((await askToDelete()).getByRole('button', { name: 'Cancel' }));
    expect(requests['DELETE /api/snapshots/:id']).toBeUndefined();

    await person.click((await askToDelete()).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('No snapshots found')).toBeDefined();
    expect(requests['DELETE /api/snapshots/:id']?.map(({ input }) => input)).toEqual([{ id: doomed.id }]);
  });

  test('a deletion in progress cannot be cancelled, so the dialog stays', async () => {
    const doomed = snapshot({ name: 'Checkout' });
    const answer = Promise.withResolvers<{ ok: true }>();
    serve({
      ...me,
      [LIST]: () => listOf(doomed),
      'DELETE /api/snapshots/:id': () => answer.promise,
    });
    const person = visit('/dashboard');
    await openMenu(person, 'Checkout');
    await person.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Checkout?' }));
    await person.click(dialog.getByRole('button', { name: 'Delete' }));

    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Cancel' }).disabled).toBe(true);
    await person.click(veil());
    await person.keyboard('{Escape}');
    expect(screen.getByRole('dialog')).toBeDefined();

    answer.resolve({ ok: true });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('with the keyboard', () => {
  test('slash searches, J and K move, L copies, E extends, Enter opens', async () => {
    const [first, second] = [
      snapshot({ name: 'First', daysLeft: 1.5 }),
      snapshot({ name: 'Second', daysLeft: 1.5 }),
    ];
    const requests = serve({
      ...me,
      [LIST]: () => listOf(first, second),
      'POST /api/snapshots/:id/extend': () => ({ snapshot: second }),
    });
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    const person = visit('/dashboard');
    await row('First');

    await person.keyboard('/j');
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search snapshots' }));
    expect(screen.getByDisplayValue('j')).toBeDefined();
    await person.keyboard('{Backspace}{Tab}');

    await person.keyboard('jj');
    expect(document.activeElement).toBe(await row('Second'));
    await person.keyboard('k');
    expect(document.activeElement).toBe(await row('First'));
    await person.keyboard('jl');
    expect(await screen.findByText('URL Copied')).toBeDefined();
    expect(await navigator.clipboard.readText()).toBe(second.url);

    await person.keyboard('e');
    expect(await screen.findByText('Expiration Extended')).toBeDefined();
    expect(requests['POST /api/snapshots/:id/extend']?.map(({ input }) => input)).toEqual([
      { id: second.id, days: 7 },
    ]);

    await person.keyboard('{Enter}');
    expect(opened.mock.calls).toEqual([[second.url, '_blank', 'noopener']]);
  });

  test('a key is for the snapshot that has the focus, also once it has moved in the list', async () => {
    const [first, second] = [
      snapshot({ name: 'First', daysLeft: 1.5 }),
      snapshot({ name: 'Second', daysLeft: 2.5 }),
    ];
    let listed = [first, second];
    const requests = serve({
      ...me,
      [LIST]: () => listOf(...listed),
      'POST /api/snapshots/:id/extend': ({ input }) => {
        listed = [second, first];
        return { snapshot: input.id === first.id ? first : second };
      },
    });
    const person = visit('/dashboard');
    await row('First');
    await person.keyboard('je');
    await waitFor(() => expect(names()).toEqual(['Second', 'First']));
    expect(document.activeElement).toBe(await row('First'));

    await person.keyboard('l');
    expect(await screen.findByText('URL Copied')).toBeDefined();
    expect(await navigator.clipboard.readText()).toBe(first.url);
    await person.keyboard('ke');
    expect(document.activeElement).toBe(await row('Second'));
    expect(requests['POST /api/snapshots/:id/extend']?.map(({ input }) => input.id)).toEqual([
      first.id,
      second.id,
    ]);
  });

  test('nothing happens below a dialog, wherever the focus is', async () => {
    const first = snapshot({ name: 'First', daysLeft: 1.5 });
    const requests = serve({ ...me, [LIST]: () => listOf(first) });
    const person = visit('/dashboard');
    await row('First');
    await person.keyboard('jx');
    const bar = await screen.findByRole('region', { name: 'Selected snapshots' });
    await openMenu(person, 'First');
    await person.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await screen.findByRole('dialog');

    (document.activeElement as HTMLElement).blur();
    await person.keyboard('lex');
    expect(screen.queryByText('URL Copied')).toBeNull();
    expect(requests['POST /api/snapshots/:id/extend']).toBeUndefined();
    expect(bar.isConnected).toBe(true);
  });
});
