import type { SnapshotFile, SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { refusal } from '@stagelink/shared/testing/fakeServer';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { Navigation } from '../../features/navigation/useNavigation.ts';
import { queryClient } from '../../lib/queryClient.ts';
import { serve } from '../../testing/server.ts';
import { PagesColumn } from './PagesColumn.tsx';

const LIST = 'GET /api/snapshots/:id/versions/:version/files';

const fileNamed = (name: string): SnapshotFile => ({ name, size: 1, type: 'text/html; charset=utf-8' });
const NAVIGATION = {
  route: '/',
  titles: new Map(),
  links: new Set(),
  watchLinks: () => () => undefined,
  back: null,
  forward: null,
} as unknown as Navigation;

function show(snapshot: Pick<SnapshotView, 'id' | 'files' | 'fileCount'>) {
  const shown = { version: 2, picture: null, contentOrigin: null, ...snapshot } as SnapshotView;
  render(
    <QueryClientProvider client={queryClient}>
      <PagesColumn
        snapshot={shown}
        version={2}
        navigation={NAVIGATION}
        threads={[]}
        onOpened={() => undefined}
        onClose={() => undefined}
      />
    </QueryClientProvider>,
  );
}

test('the files that the first call left out are read when the column opens', async () => {
  const requests = serve({
    [LIST]: ({ input }) =>
      input.cursor === 0
        ? { files: [fileNamed('index.html')], nextCursor: 500 }
        : { files: [fileNamed('last.html')], nextCursor: null },
  });
  show({ id: 'k3q9x7m2a1b4', files: [fileNamed('index.html')], fileCount: 2 });
  expect(screen.getByText('/')).toBeDefined();
  expect(await screen.findByText('/last')).toBeDefined();
  expect(requests[LIST]?.map(({ input }) => input)).toMatchObject([
    { version: 2, cursor: 0 },
    { version: 2, cursor: 500 },
  ]);
});

test.each([2, undefined])('nothing is read when the first call has every file (count: %s)', (fileCount) => {
  const requests = serve({});
  show({
    id: 'k3q9x7m2a1b5',
    files: [fileNamed('index.html'), fileNamed('about.html')],
    fileCount,
  });
  expect(screen.getByText('/about')).toBeDefined();
  expect(requests[LIST] ?? []).toEqual([]);
});

test('files that cannot be read are named as missing, and read again on request', async () => {
  let failures = 1;
  serve({
    [LIST]: () =>
      failures-- > 0
        ? refusal(429, 'rate_limited', 'Too many attempts.')
        : { files: [fileNamed('index.html'), fileNamed('last.html')], nextCursor: null },
  });
  show({ id: 'k3q9x7m2a1b6', files: [fileNamed('index.html')], fileCount: 2 });
  await userEvent.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('/last')).toBeDefined();
});
