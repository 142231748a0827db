import type { SnapshotFile, SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { refusal } from '@stagelink/shared/testing/fakeServer';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
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
  const preview = { picture: null, contentOrigin: null, contentUrl: 'http://content.test/' };
  const shown = { version: 2, ...preview, ...snapshot } as SnapshotView;
  const column = (titles: Navigation['titles']) => (
    <QueryClientProvider client={queryClient}>
      <PagesColumn
        snapshot={shown}
        preview={{ route: '/', version: 2 }}
        navigation={{ ...NAVIGATION, titles }}
        threads={[]}
        onOpened={() => undefined}
        onClose={() => undefined}
      />
    </QueryClientProvider>
  );
  const { rerender } = render(column(NAVIGATION.titles));
  return { setTitles: (titles: Navigation['titles']) => rerender(column(titles)) };
}

/** Names of files; counts how often one is read. */
function countedFiles(count: number) {
  const reads = { count: 0 };
  const files = Array.from({ length: count }, (_, at) =>
    Object.defineProperty(fileNamed(''), 'name', {
      get() {
        reads.count += 1;
        return at === 0 ? 'index.html' : `pages/page-${at}.html`;
      },
    }),
  );
  return { files, reads };
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

test.each(['Pages', 'Files'])(
  'a page that changes its title has no file looked at again (%s)',
  async (tab) => {
    serve({});
    const { files, reads } = countedFiles(3001);
    const { setTitles } = show({ id: 'k3q9x7m2a1b7', files, fileCount: 3001 });
    await userEvent.click(screen.getByRole('tab', { name: tab }));
    const before = reads.count;
    expect(before).toBeGreaterThan(3000);
    setTitles(new Map([['/', 'Loading 10 %']]));
    setTitles(new Map([['/', 'Loading 20 %']]));
    expect(reads.count).toBe(before);
    await userEvent.click(screen.getByRole('tab', { name: 'Pages' }));
    expect(screen.getByText('Loading 20 %')).toBeDefined();
  },
);

test('the pages of a large prototype are added some in each frame, until all are shown', async () => {
  serve({});
  const { files } = countedFiles(1001);
  show({ id: 'k3q9x7m2a1b8', files, fileCount: 1001 });
  const panel = screen.getByRole('tabpanel');
  const rows = () => panel.querySelectorAll('li').length;
  expect(rows()).toBe(200);
  act(() => screen.getByText('Show all 1001 pages').click());
  expect(rows()).toBeLessThanOrEqual(400);
  await waitFor(() => expect(rows()).toBe(1001));
  expect(screen.queryByText('Show all 1001 pages')).toBeNull();
});
