import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { queryClient } from '../../lib/queryClient.ts';
import { serve } from '../../testing/server.ts';
import { People } from './People.tsx';

const ID = 'shop00000001';
const person = (name: string) => ({ name, isOwner: false });

test.each([
  { people: [], visitors: 1, text: '1 visitor is viewing', circles: [''] },
  { people: ['Ada'], visitors: 1, text: 'Ada and 1 visitor are viewing', circles: ['A', ''] },
  {
    people: ['Ada', 'Bob', 'Cyd'],
    visitors: 0,
    text: 'Ada, Bob, and Cyd are viewing',
    circles: ['A', 'B', 'C'],
  },
  {
    people: ['Ada', 'Bob', 'Cyd'],
    visitors: 2,
    text: 'Ada, Bob, Cyd, and 2 visitors are viewing',
    circles: ['A', 'B', '+3'],
  },
])('$text', async ({ people, visitors, text, circles }) => {
  queryClient.clear();
  serve({ 'POST /api/snapshots/:id/presence': () => ({ people: people.map(person), visitors }) });
  render(
    <QueryClientProvider client={queryClient}>
      <People snapshotId={ID} />
    </QueryClientProvider>,
  );
  const group = await screen.findByTitle(text);
  const shown = [...group.querySelectorAll('[aria-hidden=true]')].filter((each) => each.localName === 'span');
  expect(shown.map(({ textContent }) => textContent)).toEqual(circles);
});

test('two people of one name are two circles', async () => {
  queryClient.clear();
  const complaints = vi.spyOn(console, 'error').mockReturnValue();
  serve({
    'POST /api/snapshots/:id/presence': () => ({ people: [person('Ada'), person('Ada')], visitors: 0 }),
  });
  render(
    <QueryClientProvider client={queryClient}>
      <People snapshotId={ID} />
    </QueryClientProvider>,
  );
  expect(await screen.findAllByText('A')).toHaveLength(2);
  expect(complaints).not.toHaveBeenCalled();
});

test.each([
  { agents: ['Claude Code'], text: 'Claude Code is watching' },
  { agents: ['Claude Code', 'Cursor'], text: 'Claude Code and Cursor are watching' },
])('$text', async ({ agents, text }) => {
  queryClient.clear();
  const watching = agents.map((name) => ({ name }));
  serve({ 'POST /api/snapshots/:id/presence': () => ({ people: [], visitors: 0, agents: watching }) });
  render(
    <QueryClientProvider client={queryClient}>
      <People snapshotId={ID} />
    </QueryClientProvider>,
  );
  expect(await screen.findByTitle(text)).toBeTruthy();
});
