import { screen, waitFor, within } from '@testing-library/react';
import type { Project } from '@stagelink/shared/contracts/project';
import { ada, listOf, project, snapshot } from '@stagelink/shared/testing/builders';
import { type Handlers, refusal } from '@stagelink/shared/testing/fakeServer';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { serve } from '../../testing/server.ts';
import { currentAddress, visit } from '../../testing/visit.tsx';

const LIST = 'GET /api/snapshots/list';
const around = {
  'GET /me': () => ({ user: ada }),
  [LIST]: () => listOf(snapshot({ name: 'Prototype' })),
};

beforeEach(() => localStorage.clear());

const overview = {
  active: 2,
  expired: 1,
  lastActivityAt: new Date(Date.now() - 2 * 3_600_000).toISOString(),
  people: ['Vera', 'Bob'],
  peopleCount: 2,
  picture: '/api/snapshots/k3q9x7m2a1b4/versions/1/picture?hash=abc',
};

/** A fake server that stores projects. */
function keeping(...first: Project[]): Handlers {
  const kept = [...first];
  return {
    ...around,
    'GET /api/projects': () => ({ projects: [...kept], withoutProject: 4 }),
    'GET /api/projects/:id/overview': () => ({ overview }),
    'POST /api/projects': ({ input }) => {
      const made = project(input);
      kept.push(made);
      return { project: made };
    },
    'PUT /api/projects/order': ({ input }) => {
      kept.sort((a, b) => input.ids.indexOf(a.id) - input.ids.indexOf(b.id));
      return { ok: true };
    },
    'PATCH /api/projects/:id': ({ input }) => {
      const at = kept.findIndex(({ id }) => id === input.id);
      const changed = { ...kept[at], ...input } as Project;
      kept[at] = changed;
      return { project: changed };
    },
    'DELETE /api/projects/:id': ({ input }) => {
      kept.splice(
        kept.findIndex(({ id }) => id === input.id),
        1,
      );
      return { ok: true };
    },
  };
}

const sidebar = async () => within(await screen.findByRole('region', { name: 'Projects' }));
const names = async () => {
  const section = await sidebar();
  return section.getAllByRole('link').map((link) => link.textContent);
};
async function choose(person: ReturnType<typeof visit>, name: string, item: string): Promise<void> {
  await person.click(await screen.findByRole('button', { name: `More actions for ${name}` }));
  await person.click(await screen.findByRole('menuitem', { name: item }));
}

test('projects are listed in order with a count, and open their snapshots', async () => {
  const shop = project({ name: 'Shop', snapshotCount: 1 });
  const requests = serve(keeping(shop, project({ name: 'Docs', snapshotCount: 12 })));
  const person = visit('/dashboard');
  await waitFor(async () =>
    expect(await names()).toEqual(['Shop11 snapshot', 'Docs1212 snapshots', 'No project44 snapshots']),
  );

  await person.click(screen.getByRole('link', { name: /^Shop/ }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Shop' })).toBeDefined();
  expect(currentAddress()).toBe(`/dashboard?project=${shop.id}`);
  await waitFor(() => expect(requests[LIST]?.at(-1)?.input.projectId).toBe(shop.id));
  expect(screen.getByRole('link', { name: /^Shop/ }).getAttribute('aria-current')).toBe('page');

  await person.click(screen.getByRole('link', { name: /^No project/ }));
  expect(await screen.findByRole('heading', { level: 1, name: 'No project' })).toBeDefined();
  await waitFor(() => expect(requests[LIST]?.at(-1)?.input.projectId).toBe('__no_project__'));
});

test('a project needs a name; its colour is the first of eight until another is chosen', async () => {
  const requests = serve(keeping());
  const person = visit('/dashboard');
  await person.click(await screen.findByRole('button', { name: 'New project' }));
  const form = within(screen.getByRole('form', { name: 'New project' }));

  expect(form.getAllByRole('radio')).toHaveLength(8);
  expect(form.getByRole<HTMLInputElement>('radio', { name: 'Indigo' }).checked).toBe(true);
  const create = form.getByRole<HTMLButtonElement>('button', { name: 'Create' });
  await person.keyboard('   ');
  expect(create.disabled).toBe(true);

  await person.keyboard('Launch');
  await person.click(form.getByRole('radio', { name: 'Green' }));
  await person.click(create);
  expect(await screen.findByRole('link', { name: /^Launch/ })).toBeDefined();
  expect(requests['POST /api/projects']?.[0]?.input).toEqual({ name: 'Launch', color: '#10B981' });
  expect(screen.queryByRole('form')).toBeNull();
});

test('a project is made once, however often Create is pressed, and again only by Create', async () => {
  const handlers = keeping();
  const works = handlers['POST /api/projects'];
  let answer: (isGood: boolean) => void = () => undefined;
  const requests = serve({
    ...handlers,
    'POST /api/projects': async (sent) => {
      const isGood = await new Promise<boolean>((resolve) => (answer = resolve));
      return isGood && works ? works(sent) : refusal(403, 'forbidden', 'Not now.');
    },
  });
  const person = visit('/dashboard');
  await person.click(await screen.findByRole('button', { name: 'New project' }));
  await person.keyboard('Launch{Enter}{Enter}');
  expect(requests['POST /api/projects']).toHaveLength(1);

  answer(false);
  const alert = await screen.findByRole('alert');
  expect(within(alert).queryByRole('button', { name: 'Retry' })).toBeNull();

  const form = within(screen.getByRole('form', { name: 'New project' }));
  await person.click(form.getByRole('button', { name: 'Create' }));
  answer(true);
  expect(await screen.findByRole('link', { name: /^Launch/ })).toBeDefined();
  expect(requests['POST /api/projects']).toHaveLength(2);
  expect(screen.queryByRole('form')).toBeNull();
});

test('order is changed with Alt and the arrows, and read out', async () => {
  const [a, b, c] = [project({ name: 'A' }), project({ name: 'B' }), project({ name: 'C' })];
  const requests = serve(keeping(a, b, c));
  const person = visit('/dashboard');
  (await screen.findByRole('link', { name: /^C/ })).focus();
  await person.keyboard('{Alt>}{ArrowUp}{/Alt}');

  await waitFor(() =>
    expect(requests['PUT /api/projects/order']?.[0]?.input).toEqual({ ids: [a.id, c.id, b.id] }),
  );
  expect(screen.getByText('C is number 2 of 3')).toBeDefined();
  await waitFor(async () => expect((await names()).map((name) => name?.[0])).toEqual(['A', 'C', 'B', 'N']));

  await choose(person, 'A', 'Move down');
  await waitFor(() =>
    expect(requests['PUT /api/projects/order']?.[1]?.input).toEqual({ ids: [c.id, a.id, b.id] }),
  );
});

test('a new name shows at once, and is undone from the keyboard', async () => {
  const shop = project({ name: 'Shop', color: '#EC4899' });
  const requests = serve(keeping(shop));
  const person = visit('/dashboard');
  await choose(person, 'Shop', 'Rename or recolor');
  await person.clear(await screen.findByRole('textbox', { name: 'Name' }));
  await person.keyboard('Store{Enter}');
  expect(await screen.findByRole('link', { name: /^Store/ })).toBeDefined();

  await screen.findByRole('button', { name: 'Undo' });
  await person.keyboard('{Control>}z{/Control}');
  expect(await screen.findByRole('link', { name: /^Shop/ })).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
  expect(requests['PATCH /api/projects/:id']?.map(({ input }) => input)).toEqual([
    { id: shop.id, name: 'Store' },
    { id: shop.id, name: 'Shop' },
  ]);
});

test('a new color is sent alone, since another window may have changed the name', async () => {
  const shop = project({ name: 'Shop', color: '#EC4899' });
  const requests = serve(keeping(shop));
  const person = visit('/dashboard');
  await choose(person, 'Shop', 'Rename or recolor');
  await person.click(await screen.findByRole('radio', { name: 'Green' }));
  await person.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByRole('button', { name: 'Undo' });
  expect(requests['PATCH /api/projects/:id']?.map(({ input }) => input)).toEqual([
    { id: shop.id, color: '#10B981' },
  ]);
});

test('an archived project is out of the way, and comes back', async () => {
  const shop = project({ name: 'Shop' });
  serve(keeping(shop));
  const person = visit('/dashboard');
  await choose(person, 'Shop', 'Archive');
  const fold = await screen.findByRole('button', { name: /^Archived/ });
  expect(screen.queryByRole('link', { name: /^Shop/ })).toBeNull();

  await person.click(fold);
  await choose(person, 'Shop', 'Unarchive');
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Archived/ })).toBeNull());
  expect(await screen.findByRole('link', { name: /^Shop/ })).toBeDefined();
});

test('only an empty project can be deleted, and only after a confirmation', async () => {
  const [full, empty] = [project({ name: 'Full', snapshotCount: 2 }), project({ name: 'Empty' })];
  const requests = serve(keeping(full, empty));
  const person = visit('/dashboard');
  await person.click(await screen.findByRole('button', { name: 'More actions for Full' }));
  const refused = await screen.findByRole('menuitem', { name: /^Delete/ });
  expect(refused.getAttribute('aria-disabled')).toBe('true');
  expect(refused.textContent).toContain('Only empty projects can be deleted');
  await person.keyboard('{Escape}');

  await choose(person, 'Empty', 'Delete');
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Empty?' }));
  expect(
    dialog.getByText('Are you sure you want to delete this project? This action cannot be undone.'),
  ).toBeDefined();
  await person.click(dialog.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: /^Empty/ })).toBeNull());
  expect(requests['DELETE /api/projects/:id']?.map(({ input }) => input)).toEqual([{ id: empty.id }]);
});

test('a rejected change is reverted, reported and can be retried', async () => {
  const shop = project({ name: 'Shop' });
  let isDown = true;
  const handlers = keeping(shop);
  const change = 'PATCH /api/projects/:id';
  const works = handlers[change];
  serve({
    ...handlers,
    [change]: (sent) =>
      isDown || !works ? refusal(429, 'rate_limited', 'Not while the server moves.') : works(sent),
  });
  const person = visit('/dashboard');
  await choose(person, 'Shop', 'Archive');

  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Failed to archive project');
  expect(alert.textContent).toContain('Not while the server moves.');
  expect(await screen.findByRole('link', { name: /^Shop/ })).toBeDefined();

  isDown = false;
  await person.click(within(alert).getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('button', { name: /^Archived/ })).toBeDefined();
});

test('a form that is closed gives the focus back to the button that opened it', async () => {
  serve(keeping(project({ name: 'Shop' })));
  const person = visit('/dashboard');
  const add = await screen.findByRole('button', { name: 'New project' });
  for (const keys of ['{Escape}{Escape}', '{Tab}{Tab}{Enter}', '{Enter}']) {
    await person.click(add);
    await person.keyboard(`Launch${keys}`);
    await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
    expect(document.activeElement).toBe(add);
  }

  for (const keys of ['{Escape}', '{Tab}{Tab}{Tab}{Enter}', '{Enter}', 'Store{Enter}']) {
    await choose(person, 'Shop', 'Rename or recolor');
    await screen.findByRole('form', { name: 'Rename or recolor' });
    await person.keyboard(keys);
    await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
    expect(document.activeElement).toBe(
      screen.getByRole('button', { name: /^More actions for (Shop|Store)/ }),
    );
  }
});

test('removing a project moves the focus to the title of the list', async () => {
  serve(keeping(project({ name: 'Shop' })));
  const person = visit('/dashboard');
  const isOnTitle = async () => {
    const title = (await sidebar()).getByRole('heading', { name: 'Projects' });
    await waitFor(() => expect(document.activeElement).toBe(title));
  };
  await choose(person, 'Shop', 'Archive');
  const fold = await screen.findByRole('button', { name: /^Archived/ });
  await isOnTitle();

  await person.click(fold);
  await choose(person, 'Shop', 'Unarchive');
  await waitFor(() => expect(fold.isConnected).toBe(false));
  await isOnTitle();

  await choose(person, 'Shop', 'Delete');
  await screen.findByRole('dialog', { name: 'Delete Shop?' });
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  await person.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More actions for Shop' }));

  await choose(person, 'Shop', 'Delete');
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Shop?' }));
  await person.click(dialog.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await isOnTitle();
});

test('an unknown project redirects to all snapshots', async () => {
  serve(keeping());
  visit('/dashboard?project=01938c3e-0000-7000-8000-0000000000ff');
  expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeDefined();
  expect(currentAddress()).toBe('/dashboard');
});

test('the sidebar can be hidden, and stays so', async () => {
  serve(keeping(project({ name: 'Shop' })));
  const person = visit('/dashboard');
  await sidebar();
  await person.click(screen.getByRole('button', { name: 'Hide sidebar' }));
  expect(screen.queryByRole('navigation')).toBeNull();
  expect(localStorage.getItem('stagelink-sidebar')).toBe('hidden');
  await person.click(screen.getByRole('button', { name: 'Show sidebar' }));
  await sidebar();
});

test('the sidebar is shown and hidden where the browser keeps nothing for us', async () => {
  const refuse = () => {
    throw new DOMException('Storage is switched off', 'SecurityError');
  };
  for (const method of ['getItem', 'setItem', 'removeItem'] as const) {
    vi.spyOn(Storage.prototype, method).mockImplementation(refuse);
  }
  serve(keeping(project({ name: 'Shop' })));
  const person = visit('/dashboard');
  await sidebar();
  await person.click(screen.getByRole('button', { name: 'Hide sidebar' }));
  expect(screen.queryByRole('navigation')).toBeNull();
  await person.click(screen.getByRole('button', { name: 'Show sidebar' }));
  await sidebar();
});

test('where the sidebar is a drawer, Escape takes back what is open in it or over it, and then the drawer', async () => {
  vi.stubGlobal('innerWidth', 800);
  serve(keeping(project({ name: 'Shop' })));
  const person = visit('/dashboard');
  await person.click(await screen.findByRole('button', { name: 'Show sidebar' }));
  const drawer = await screen.findByRole('dialog', { name: 'Menu' });

  for (const [role, name, keys] of [
    ['textbox', 'Name', '{Escape}{Escape}'],
    ['radio', 'Green', '{Escape}{Escape}'],
    ['button', 'Cancel', '{Escape}'],
  ] as const) {
    await person.click(await within(drawer).findByRole('button', { name: 'New project' }));
    const form = within(drawer).getByRole('form', { name: 'New project' });
    await person.keyboard('Launch');
    within(form).getByRole(role, { name }).focus();
    await person.keyboard(keys);
    expect(within(drawer).queryByRole('form')).toBeNull();
  }

  await choose(person, 'Shop', 'Delete');
  await screen.findByRole('dialog', { name: 'Delete Shop?' });
  await person.keyboard('{Escape}');
  await waitFor(() => expect(screen.getAllByRole('dialog')).toEqual([drawer]));

  await person.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

describe('the page of a project', () => {
  test('shows what happens in it, and archives it with Undo', async () => {
    const shop = project({ name: 'Shop', snapshotCount: 3 });
    serve(keeping(shop));
    const person = visit(`/dashboard?project=${shop.id}`);
    expect(await screen.findByText('2 active snapshots')).toBeDefined();
    expect(screen.getByText('1 expired')).toBeDefined();
    expect(screen.getByText('2 people').title).toBe('Vera, Bob');
    expect(screen.getByText('Last activity 2h ago')).toBeDefined();

    await person.click(screen.getByRole('button', { name: 'Archive' }));
    expect(await screen.findByRole('button', { name: 'Unarchive' })).toBeDefined();
    await person.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('button', { name: 'Archive' })).toBeDefined();
  });

  test('copies the links of all its snapshots, page by page', async () => {
    const shop = project({ name: 'Shop', snapshotCount: 2 });
    const [one, two] = [snapshot({ name: 'Cart' }), snapshot({ name: 'Checkout' })];
    serve({
      ...keeping(shop),
      [LIST]: ({ input }) => {
        if (input.sort !== 'name') return listOf(one, two);
        const page =
          input.cursor === undefined
            ? { snapshots: [one], nextCursor: 'more' }
            : { snapshots: [two], nextCursor: null };
        return { ...page, matching: 2, total: 2 };
      },
    });
    const person = visit(`/dashboard?project=${shop.id}`);
    const copied = vi.spyOn(navigator.clipboard, 'writeText');
    await person.click(await screen.findByRole('button', { name: 'Copy links' }));
    expect(await screen.findByText('Links copied')).toBeDefined();
    expect(copied).toHaveBeenCalledWith(`Cart: ${one.url}\nCheckout: ${two.url}`);
  });
});
