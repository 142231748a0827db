import { ada, listOf, project, snapshot } from '@stagelink/shared/testing/builders';
import { refusal } from '@stagelink/shared/testing/fakeServer';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { serve } from '../../testing/server.ts';
import { currentAddress, visit } from '../../testing/visit.tsx';

const LIST = 'GET /api/snapshots/list';
const checkout = snapshot({ name: 'Checkout', daysLeft: 3 });
const me = { 'GET /me': () => ({ user: ada }) };

beforeEach(() => localStorage.clear());

async function openDashboard() {
  const requests = serve({
    ...me,
    'GET /api/tags': () => ({ tags: [] }),
    [LIST]: ({ input }) =>
      'Checkout'.toLowerCase().includes(input.search)
        ? listOf(checkout, snapshot({ name: 'Checkout, old' }))
        : listOf(),
    'POST /auth/logout': () => ({ ok: true }),
  });
  const person = visit('/dashboard');
  await screen.findByRole('link', { name: 'Checkout' });
  return { person, requests };
}
const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
const chosen = () => screen.getByRole('option', { selected: true });

test('the palette lists what can be done with its keys, and does it without a mouse', async () => {
  const { person } = await openDashboard();
  await person.keyboard('{Control>}k{/Control}');

  const field = await screen.findByRole('combobox', { name: 'Search snapshots and commands' });
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(options()).toContain('Keyboard shortcuts?');
  expect(options()).toContain('Copy the link of CheckoutL');

  await person.keyboard('app dark');
  await waitFor(() => expect(options()).toEqual(['Dark']));
  expect(field.getAttribute('aria-activedescendant')).toBe(chosen().id);
  await person.keyboard('{Enter}');

  expect(document.documentElement.dataset['colorScheme']).toBe('dark');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the arrows go round, and Escape leaves the focus where it was', async () => {
  const { person } = await openDashboard();
  const search = screen.getByRole('searchbox', { name: 'Search snapshots' });
  await person.click(search);
  await person.keyboard('{Control>}k{/Control}');
  await screen.findByRole('combobox');
  const [first, , ...more] = options();

  expect(chosen().textContent).toBe(first);
  await person.keyboard('{ArrowUp}');
  expect(chosen().textContent).toBe(more.at(-1));
  await person.keyboard('{ArrowDown}');
  expect(chosen().textContent).toBe(first);

  await person.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(search);
});

test('snapshots are found by the server, expired ones too, and open in a new tab', async () => {
  const { person, requests } = await openDashboard();
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  await person.click(screen.getByRole('button', { name: 'Search and commands' }));
  await person.keyboard('check');

  await person.click(await screen.findByRole('option', { name: /^Checkout, old/ }));
  expect(requests[LIST]?.at(-1)?.input.search).toBe('check');
  expect(open).toHaveBeenCalledWith(expect.stringContaining('/s/'), '_blank', 'noopener');
});

test('Enter waits for the hits of what is typed, and never takes one of an earlier text', async () => {
  const { promise: late, resolve: reply } = Promise.withResolvers<void>();
  serve({
    ...me,
    [LIST]: async ({ input }) => {
      if (input.search !== 'proto2') return listOf(checkout);
      await late;
      return listOf(snapshot({ name: 'Proto2', url: 'http://localhost:4600/s/proto2' }));
    },
  });
  const person = visit('/dashboard');
  await screen.findByRole('link', { name: 'Checkout' });
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  await person.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox', { name: 'Search snapshots and commands' });
  await person.keyboard('zz');
  await screen.findByRole('option', { name: /^Checkout/ });

  await person.clear(field);
  await person.keyboard('proto2{Enter}');
  expect(screen.queryByRole('option', { name: /^Checkout/ })).toBeNull();
  expect(open).not.toHaveBeenCalled();
  reply();
  await waitFor(() => expect(open).toHaveBeenCalledTimes(1));
  expect(open.mock.calls[0]?.[0]).toBe('http://localhost:4600/s/proto2');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('an Enter that waited for hits is forgotten when more is typed', async () => {
  const { person } = await openDashboard();
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  await person.keyboard('{Control>}k{/Control}');
  await screen.findByRole('combobox', { name: 'Search snapshots and commands' });
  await person.keyboard('heckou{Enter}t');
  await screen.findByRole('option', { name: /^Checkout, old/ });
  expect(open).not.toHaveBeenCalled();
});

test('a project is one of the places to go, an archived one is not', async () => {
  serve({
    ...me,
    [LIST]: () => listOf(checkout),
    'GET /api/projects': () => ({
      projects: [project({ name: 'Shop' }), project({ name: 'Shed', isArchived: true })],
      withoutProject: 0,
    }),
    'GET /api/projects/:id/overview': () => ({
      overview: { active: 0, expired: 0, lastActivityAt: null, people: [], peopleCount: 0, picture: null },
    }),
  });
  const person = visit('/dashboard');
  await screen.findByRole('link', { name: /Shop/ });
  await person.keyboard('{Control>}k{/Control}');
  await screen.findByRole('combobox');
  await person.keyboard('project sh');
  await waitFor(() => expect(options()).toEqual(['Shop']));
  await person.keyboard('{Enter}');
  expect(await screen.findByRole('heading', { name: 'Shop' })).toBeDefined();
});

test('no results and a failed search are both reported', async () => {
  serve({
    ...me,
    [LIST]: ({ input }) => (input.search === 'down' ? refusal(403, 'forbidden', 'No.') : listOf()),
  });
  const person = visit('/dashboard');
  await person.click(await screen.findByRole('button', { name: 'Search and commands' }));
  await person.keyboard('zebra');
  expect(await screen.findByText('No results for “zebra”')).toBeDefined();

  await person.clear(screen.getByRole('combobox'));
  await person.keyboard('down');
  expect(await screen.findByText('Failed to search snapshots')).toBeDefined();
});

test('keys pressed alone can be switched off, and stay off', async () => {
  const { person } = await openDashboard();
  await person.keyboard('j');
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Checkout' }).closest('tr'));

  await person.keyboard('?');
  const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  expect(within(sheet).getByText('Next row')).toBeDefined();
  await person.click(within(sheet).getByRole('checkbox', { name: 'Single-key shortcuts' }));
  await person.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  await person.keyboard('?');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(localStorage.getItem('stagelink-single-keys')).toBe('off');
  await person.keyboard('{Control>}k{/Control}');
  expect(await screen.findByRole('combobox')).toBeDefined();
});

test('no key fires while the user types', async () => {
  const { person } = await openDashboard();
  await person.type(screen.getByRole('searchbox', { name: 'Search snapshots' }), '?jl/');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('?jl/');
});

test('signing out is one of the commands', async () => {
  const { person, requests } = await openDashboard();
  await person.keyboard('{Control>}k{/Control}');
  await screen.findByRole('combobox');
  await person.keyboard('sign{Enter}');
  await waitFor(() => expect(requests['POST /auth/logout']).toHaveLength(1));
  await waitFor(() => expect(currentAddress()).toBe('/'));
});

test('what is typed before the palette is there is not lost, and commands nothing', async () => {
  const { person, requests } = await openDashboard();
  await person.keyboard('{Control>}k{/Control}');
  await person.keyboard('ex{Backspace}xport');

  const field = await screen.findByRole<HTMLInputElement>('combobox');
  await waitFor(() => expect(field.value).toBe('export'));
  // As when the user switches to another window and back.
  act(() => field.blur());
  act(() => field.focus());
  expect(field.value).toBe('export');
  expect(screen.queryByRole('textbox', { name: 'New name' })).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>('Select Checkout').checked).toBe(false);
  expect(Object.keys(requests).filter((call) => call.endsWith('/extend'))).toEqual([]);
});

test('a held key repeats movements and runs anything else once', async () => {
  const cart = snapshot({ name: 'Cart', daysLeft: 3 });
  const soon = [checkout, snapshot({ name: 'Basket', daysLeft: 3 }), cart];
  const extend = 'POST /api/snapshots/:id/extend';
  const requests = serve({
    ...me,
    [LIST]: () => listOf(...soon),
    [extend]: () => ({ snapshot: cart }),
  });
  const person = visit('/dashboard');
  const rowOf = (name: string) => screen.getByRole('link', { name }).closest('tr');
  await screen.findByRole('link', { name: 'Cart' });

  await person.keyboard('{j>3/}');
  expect(document.activeElement).toBe(rowOf('Cart'));
  await person.keyboard('{e>3/}');
  await screen.findByText('Expiration Extended');
  expect(requests[extend]?.map(({ input }) => input)).toEqual([{ id: cart.id, days: 7 }]);

  await person.keyboard('{Control>}{k>2/}{/Control}');
  expect(await screen.findByRole('combobox')).toBeDefined();
});

test('the palette does not open over a dialog, but over a menu', async () => {
  const { person } = await openDashboard();
  await person.click(screen.getByRole('button', { name: 'More actions for Checkout' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Edit details' }));
  const dialog = await screen.findByRole('dialog', { name: 'Details of Checkout' });
  await person.type(within(dialog).getByRole('textbox', { name: 'Description' }), 'New basket');
  await person.keyboard('{Control>}k{/Control}');
  await person.keyboard('!');
  expect(screen.getAllByRole('dialog')).toEqual([dialog]);
  expect(within(dialog).getByDisplayValue('New basket!')).toBeDefined();
  await person.keyboard('{Escape}{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  await person.click(screen.getByRole('button', { name: 'More actions for Checkout' }));
  await screen.findByRole('menu');
  await person.keyboard('{Control>}k{/Control}');
  expect(await screen.findByRole('dialog', { name: 'Commands' })).toBeDefined();
});
