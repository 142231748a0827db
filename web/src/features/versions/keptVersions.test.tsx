import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { queryClient } from '../../lib/queryClient.ts';
import { good, refusal, serve, snapshot } from '../../testing/server.ts';
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

function show(update: Parameters<typeof serve>[0][string], keepVersions: number | null) {
  const sent = serve({
    [`GET /api/snapshots/${ID}/versions`]: () => good({ versions: [], keepVersions }),
    [`PUT /api/snapshots/${ID}`]: update,
  });
  render(
    <QueryClientProvider client={queryClient}>
      <Kept />
    </QueryClientProvider>,
  );
  return sent;
}

test('an owner chooses to keep the newest versions, or all of them', async () => {
  const sent = show(() => good({ snapshot: snapshot({ id: ID }) }), 50);
  const select = await screen.findByRole('combobox', { name: /^Keep/ });
  await screen.findByDisplayValue('The newest 50');
  await userEvent.selectOptions(select, 'The newest 10');
  await userEvent.selectOptions(select, 'All versions');
  expect(sent[`PUT /api/snapshots/${ID}`]?.map(({ body }) => body)).toEqual([
    { keepVersions: 10 },
    { keepVersions: null },
  ]);
});

test('a number that is not offered stays chosen, and a failure is shown', async () => {
  show(() => refusal(500, 'internal', 'The server failed.'), 25);
  const select = await screen.findByDisplayValue('The newest 25');
  await userEvent.selectOptions(select, 'The newest 10');
  expect(await screen.findByText(/The server failed|Failed to change/)).toBeDefined();
});
