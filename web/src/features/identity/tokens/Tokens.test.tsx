import { type AccessToken, TOKENS_PATH } from '@stagelink/shared/contracts/tokens';
import { ada, listOf } from '@stagelink/shared/testing/builders';
import { refusal } from '@stagelink/shared/testing/fakeServer';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { serve } from '../../../testing/server.ts';
import { veil } from '../../../testing/veil.ts';
import { visit } from '../../../testing/visit.tsx';

const pro = {
  'GET /me': () => ({ user: { ...ada, canAccessPro: true } }),
  'GET /api/snapshots/list': () => listOf(),
};
const laptop: AccessToken = {
  id: '01938c3e-0000-7000-8000-0000000000a1',
  description: 'Laptop',
  scopes: ['snapshots:read', 'snapshots:write'],
  createdAt: new Date().toISOString(),
  expiresAt: new Date(Date.now() + 40 * 86_400_000).toISOString(),
  lastUsed: null,
};

async function openTokens(person: ReturnType<typeof visit>) {
  await person.click(await screen.findByRole('button', { name: 'Tokens' }));
  return within(await screen.findByRole('dialog', { name: 'Personal Access Tokens' }));
}

test('a token is generated, shown once with a warning, and listed without its value', async () => {
  const pats: AccessToken[] = [];
  const requests = serve({
    ...pro,
    'GET /tokens/list': () => ({ pats }),
    'POST /tokens/create': () => {
      pats.push(laptop);
      return { token: 'stl_pat_secret', pat: laptop };
    },
  });
  const person = visit('/dashboard');
  const dialog = await openTokens(person);
  expect(await dialog.findByText('No tokens yet')).toBeDefined();

  await person.type(dialog.getByRole('textbox', { name: 'Description' }), ' Laptop ');
  await person.click(dialog.getByRole('radio', { name: '30 days' }));
  await person.click(dialog.getByRole('checkbox', { name: 'Write comments' }));
  await person.click(dialog.getByRole('button', { name: 'Generate token' }));

  expect(await dialog.findByText('stl_pat_secret')).toBeDefined();
  expect(dialog.getByRole('status').textContent).toContain('will not be shown again');
  expect(requests['POST /tokens/create']?.[0]?.input).toEqual({
    description: 'Laptop',
    expiresInDays: 30,
    scopes: ['snapshots:read', 'snapshots:write', 'comments:read'],
  });
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await person.click(dialog.getByRole('button', { name: 'Copy token' }));
  expect(write).toHaveBeenCalledWith('stl_pat_secret');

  await person.click(dialog.getByRole('button', { name: 'Done' }));
  expect(dialog.queryByText('stl_pat_secret')).toBeNull();
  const row = within((await dialog.findByText('Laptop')).closest('li') as HTMLElement);
  expect(row.getByText('Read snapshots · Stage and change snapshots')).toBeDefined();
  expect(row.getByText('Never used')).toBeDefined();
});

test('a token that can be read only once is not lost to a click beside it, nor to Escape', async () => {
  serve({
    ...pro,
    'GET /tokens/list': () => ({ pats: [laptop] }),
    'POST /tokens/create': () => ({ token: 'stl_pat_secret', pat: laptop }),
  });
  const person = visit('/dashboard');
  const dialog = await openTokens(person);
  await person.type(dialog.getByRole('textbox', { name: 'Description' }), 'Laptop{Enter}');
  expect(await dialog.findByText('stl_pat_secret')).toBeDefined();

  await person.click(veil());
  await person.keyboard('{Escape}');
  expect(screen.getByRole('dialog')).toBeDefined();
  expect(dialog.getByText('stl_pat_secret')).toBeDefined();

  await person.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a token without a description or a permission is not requested', async () => {
  const requests = serve({ ...pro, 'GET /tokens/list': () => ({ pats: [] }) });
  const person = visit('/dashboard');
  const dialog = await openTokens(person);
  const generate = dialog.getByRole('button', { name: 'Generate token' });

  await person.click(generate);
  expect(dialog.getByText('Enter a description')).toBeDefined();
  await person.type(dialog.getByRole('textbox', { name: 'Description' }), 'CI');
  for (const box of dialog.getAllByRole('checkbox')) await person.click(box);
  await person.click(generate);
  expect(dialog.getByText('Choose at least one permission')).toBeDefined();
  expect(requests['POST /tokens/create']).toBeUndefined();
});

test('deleting needs a confirmation and refetches the list', async () => {
  let pats = [laptop];
  const requests = serve({
    ...pro,
    'GET /tokens/list': () => ({ pats }),
    'DELETE /tokens/:id': () => {
      pats = [];
      return { ok: true };
    },
  });
  const person = visit('/dashboard');
  const dialog = await openTokens(person);
  const trash = await dialog.findByRole('button', { name: 'Delete Laptop' });
  await person.click(trash);
  expect(dialog.getByText('Delete Laptop? Programs that use it stop working immediately.')).toBeDefined();
  expect(document.activeElement?.textContent).toBe('Cancel');
  await person.keyboard('{Enter}');
  expect(document.activeElement).toBe(trash);

  await person.click(trash);
  await person.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await dialog.findByText('No tokens yet')).toBeDefined();
  expect(requests['GET /tokens/list']).toHaveLength(2);
  expect(requests['DELETE /tokens/:id']?.map(({ input }) => input)).toEqual([{ id: laptop.id }]);
  expect(document.activeElement?.textContent).toBe('Your tokens');
});

test('a rejected request is reported, and the input is kept', async () => {
  serve({
    ...pro,
    'GET /tokens/list': () => ({ pats: [laptop] }),
    'POST /tokens/create': () => refusal(429, 'rate_limited', 'Please wait a moment.'),
    'DELETE /tokens/:id': () => refusal(403, 'forbidden', 'Not now.'),
  });
  const person = visit('/dashboard');
  const dialog = await openTokens(person);
  await person.type(dialog.getByRole('textbox', { name: 'Description' }), 'CI');
  await person.click(dialog.getByRole('button', { name: 'Generate token' }));
  expect(await screen.findByText('Please wait a moment.')).toBeDefined();
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Description' }).value).toBe('CI');

  await person.click(dialog.getByRole('button', { name: 'Delete Laptop' }));
  await person.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Not now.')).toBeDefined();
  expect(dialog.getByText('Laptop')).toBeDefined();
});

test('a list that fails to load can be retried', async () => {
  let isDown = true;
  serve({
    ...pro,
    'GET /tokens/list': () => (isDown ? refusal(429, 'rate_limited', 'Not now.') : { pats: [laptop] }),
  });
  const person = visit('/dashboard');
  const dialog = await openTokens(person);
  const failure = within(await dialog.findByRole('alert'));
  isDown = false;
  await person.click(failure.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(dialog.getByText('Laptop')).toBeDefined());
});

test('what was typed for a token outlives the first press of Escape', async () => {
  serve({ ...pro, 'GET /tokens/list': () => ({ pats: [] }) });
  const person = visit('/dashboard');
  const dialog = await openTokens(person);
  await dialog.findByText('No tokens yet');
  await person.type(dialog.getByRole('textbox', { name: 'Description' }), 'Laptop');

  await person.keyboard('{Escape}');
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Cancel' }));
  expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveProperty('value', 'Laptop');
  await person.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('an editor that needs a token opens them in the browser; closed once, they stay closed', async () => {
  serve({ ...pro, 'GET /tokens/list': () => ({ pats: [] }) });
  const person = visit(TOKENS_PATH);
  const dialog = await screen.findByRole('dialog', { name: 'Personal Access Tokens' });
  expect(await within(dialog).findByText('No tokens yet')).toBeDefined();

  await person.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(window.location.search).toBe('');
});

test('agents that were allowed over OAuth are listed apart, with where they are from', async () => {
  const agent = {
    ...laptop,
    id: '01938c3e-0000-7000-8000-0000000000a2',
    description: 'Claude Code',
    agent: { address: 'claude.ai' },
  };
  let pats: AccessToken[] = [laptop, agent];
  const requests = serve({
    ...pro,
    'GET /tokens/list': () => ({ pats }),
    'DELETE /tokens/:id': () => {
      pats = [laptop];
      return { ok: true };
    },
  });
  const person = visit('/dashboard');
  const dialog = await openTokens(person);
  const title = await dialog.findByRole('heading', { name: 'Connected agents' });
  const section = within(title.closest('section') as HTMLElement);
  expect(section.getAllByRole('listitem')).toHaveLength(1);
  expect(section.getByText(/Coding agent from claude\.ai/)).toBeDefined();
  await person.click(section.getByRole('button', { name: 'Delete Claude Code' }));
  await person.click(section.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(dialog.queryByText('Connected agents')).toBeNull());
  expect(requests['DELETE /tokens/:id']?.map(({ input }) => input)).toEqual([{ id: agent.id }]);
});
