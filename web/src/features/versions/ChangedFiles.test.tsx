import type { ChangedFile } from '@stagelink/shared/contracts/versions';
import { refusal } from '@stagelink/shared/testing/fakeServer';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { queryClient } from '../../lib/queryClient.ts';
import { serve } from '../../testing/server.ts';
import { ChangedFiles } from './ChangedFiles.tsx';

const COMPARE = 'GET /api/snapshots/:id/versions/:from/compare/:to';

const pictureNamed = (path: string): ChangedFile => ({
  path,
  change: 'added',
  before: null,
  after: 1,
  isText: false,
});

test('a long list of changed files is read in pages, and a page that fails is read again', async () => {
  let failures = 1;
  serve({
    [COMPARE]: ({ input }) => {
      if (input.cursor === 0) return { files: [pictureNamed('a.png')], unchanged: 7, nextCursor: 500 };
      if (failures-- > 0) return refusal(429, 'rate_limited', 'Too many attempts.');
      return { files: [pictureNamed('b.png')], unchanged: 7, nextCursor: null };
    },
  });
  render(
    <QueryClientProvider client={queryClient}>
      <ChangedFiles id="k3q9x7m2a1b4" from={1} to={2} />
    </QueryClientProvider>,
  );
  expect(await screen.findByText('a.png')).toBeDefined();
  expect(screen.getByText('7 unchanged files')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Show more files' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('b.png')).toBeDefined();
  expect(screen.getByText('a.png')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Show more files' })).toBeNull();
});
