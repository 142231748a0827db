import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { snapshot } from '@stagelink/shared/testing/builders';
import { type Handlers, refusal } from '@stagelink/shared/testing/fakeServer';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { queryClient } from '../../lib/queryClient.ts';
import { serve } from '../../testing/server.ts';
import type { Preview } from '../preview/usePreview.ts';
import { KeptVersions } from './KeptVersions.tsx';
import { useVersionActions } from './useVersionActions.ts';

const ID = 'k3q9x7m2a1b4';

function Kept() {
  const acts = useVersionActions({ id: ID, version: 2 } as SnapshotView, { version: 2 } as Preview);
  return (
    <>
      <KeptVersions snapshotId={ID} acts={acts} />
      {acts.problem}
    </>
  );
}

function show(update: Handlers['PUT /api/snapshots/:id'], keepVersions: number | null) {
  const sent = serve({
    'GET /api/snapshots/:id/versions': () => ({ versions: [], keepVersions }),
    'PUT /api/snapshots/:id': update,
  });
  render(
    <QueryClientProvider client={queryClient}>
      <Kept />
    </QueryClientProvider>,
  );
  return sent;
}

test('an owner chooses to keep the newest versions, or all of them', async () => {
  const sent = show(() => ({ snapshot: snapshot({ id: ID }) }), 50);
  const select = await screen.findByRole('combobox', { name: /^Keep/ });
  await screen.findByDisplayValue('The newest 50');
  await userEvent.selectOptions(select, 'The newest 10');
  await userEvent.selectOptions(select, 'All versions');
  expect(sent['PUT /api/snapshots/:id']?.map(({ input }) => input)).toEqual([
    { id: ID, keepVersions: 10 },
    { id: ID, keepVersions: null },
  ]);
});

test('a number that is not offered stays chosen, and a failure is shown', async () => {
  show(() => refusal(500, 'internal', 'The server failed.'), 25);
  const select = await screen.findByDisplayValue('The newest 25');
  await userEvent.selectOptions(select, 'The newest 10');
  expect(await screen.findByText(/The server failed|Failed to change/)).toBeDefined();
});
