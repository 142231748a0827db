import { beforeEach, expect, test, vi } from 'vitest';

const sent: { windowId: string }[] = [];
vi.mock('../../lib/api.ts', () => ({
  call: (_: unknown, input: { windowId: string }) => {
    sent.push(input);
    return Promise.resolve({ people: [], visitors: 0 });
  },
}));
vi.mock('@tanstack/react-query', async (original) => ({
  ...(await original<object>()),
  useQuery: ({ queryFn }: { queryFn: () => unknown }) => queryFn(),
}));

/** Reports presence as a page does that has just loaded. */
async function load(): Promise<void> {
  vi.resetModules();
  const { usePresence } = await import('./api.ts');
  usePresence('abc');
}

beforeEach(() => {
  sent.length = 0;
  sessionStorage.clear();
});

test('a reload is the same window', async () => {
  await load();
  await load();
  expect(sent[1]?.windowId).toBe(sent[0]?.windowId);
});

test('another tab is another window', async () => {
  await load();
  sessionStorage.clear();
  await load();
  expect(sent[1]?.windowId).not.toBe(sent[0]?.windowId);
});
