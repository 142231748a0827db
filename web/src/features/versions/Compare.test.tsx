import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import type { Version } from '@stagelink/shared/contracts/versions';
import { refusal } from '@stagelink/shared/testing/fakeServer';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { queryClient } from '../../lib/queryClient.ts';
import { serve } from '../../testing/server.ts';
import { Compare } from './Compare.tsx';

const version = (number: number): Version => ({
  number,
  createdAt: '2026-11-14T09:30:00.000Z',
  totalBytes: 1,
  fileCount: 1,
  picture: null,
  client: 'cli',
  gitBranch: null,
  gitCommit: null,
  isShown: number === 3,
  isDraft: false,
  contentOrigin: null,
  pins: null,
  removedPins: 0,
});

test('the older of two chosen versions is always on the side of the older one', async () => {
  HTMLDialogElement.prototype.showModal = function open() {
    this.open = true;
  };
  serve({
    'GET /api/snapshots/:id/versions': () => ({ versions: [3, 2, 1].map(version), keepVersions: null }),
    'POST /api/snapshots/:id/preview': () => refusal(403, 'forbidden', 'Not now.'),
  });
  render(
    <QueryClientProvider client={queryClient}>
      <Compare
        snapshot={{ id: 'k3q9x7m2a1b4', contentOrigin: null, version: 3 } as SnapshotView}
        route="/"
        first={{ from: 1, to: 2 }}
        onClose={() => undefined}
      />
    </QueryClientProvider>,
  );
  const chosen = () => screen.getAllByRole<HTMLSelectElement>('combobox').map(({ value }) => value);
  const [older] = await screen.findAllByRole('combobox');
  await screen.findAllByRole('option', { name: /3/ });
  await userEvent.selectOptions(older as Element, '3');
  expect(chosen()).toEqual(['2', '3']);
});
