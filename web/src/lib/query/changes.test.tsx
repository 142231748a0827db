import { ApiError, NetworkError } from '@stagelink/shared/client/call';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryClient } from '../queryClient.ts';
import { change, unlessGone, useChanged } from './changes.ts';

const key = ['names'] as const;

/** What the server has. */
let names: string[] = [];
/** How long the server takes to say what it had. */
let delay: Promise<unknown> = Promise.resolve();

async function read(): Promise<string[]> {
  const reply = [...names];
  await delay;
  return reply;
}

function Names() {
  const { data } = useQuery({ queryKey: key, queryFn: read });
  return <output>{useChanged(key, data)?.join(' ')}</output>;
}

async function show(...first: string[]): Promise<void> {
  names = first;
  render(
    <QueryClientProvider client={queryClient}>
      <Names />
    </QueryClientProvider>,
  );
  await expectShown(first.join(' '));
}

const expectShown = (text: string) =>
  waitFor(() => expect(screen.getByRole('status').textContent).toBe(text));
const refetch = () => queryClient.invalidateQueries({ queryKey: key });
const refusal = (status: number) => new ApiError(status, { code: 'internal', message: 'No.' });

/** Renames one whose server replies when the test says so. */
function rename(from: string, to: string, subject?: string) {
  const reply = Promise.withResolvers<void>();
  const sent = Promise.withResolvers<void>();
  const done = change<string[], void>({
    key,
    apply: (all) => all.map((name) => (name === from ? to : name)),
    act() {
      sent.resolve();
      return reply.promise;
    },
    ...(subject !== undefined && { subject }),
  });
  return { ...reply, sent: sent.promise, done };
}

test('a change shows at once, and over what the server replies meanwhile', async () => {
  await show('a', 'b');
  const changed = rename('a', 'A');
  await expectShown('A b');
  names = ['a', 'b', 'c'];
  await refetch();
  await expectShown('A b c');
  changed.resolve();
  await expect(changed.done).resolves.toBeUndefined();
  await expectShown('A b c');
});

test('a refused change takes back only itself', async () => {
  await show('a', 'b');
  const [first, second] = [rename('a', 'A'), rename('b', 'B')];
  await expectShown('A B');
  names = ['a', 'b', 'c'];
  await refetch();
  first.reject(refusal(429));
  await expect(first.done).rejects.toThrow('No.');
  await expectShown('a B c');
  second.resolve();
  await second.done;
  await expectShown('a B c');
});

test('a reply that is older than a change does not hide it', async () => {
  await show('a');
  const older = Promise.withResolvers<void>();
  delay = older.promise;
  void refetch();
  const changed = rename('a', 'A');
  await changed.sent;
  names = ['A'];
  delay = Promise.resolve();
  changed.resolve();
  await changed.done;
  older.resolve();
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  await expectShown('A');
});

test.each([
  ['a lost connection', new NetworkError('Offline.')],
  ['a server that fails', refusal(500)],
])('%s is tried three times, and the change stays until then', async (_what, failure) => {
  await show('a');
  const seen: (string | null)[] = [];
  const done = change<string[], void>({
    key,
    apply: () => ['A'],
    act() {
      seen.push(screen.getByRole('status').textContent);
      return Promise.reject(failure);
    },
  });
  await expect(done).rejects.toBe(failure);
  expect(seen).toEqual(['a', 'A', 'A']);
  await expectShown('a');
});

test.each([
  ['a change that the server refuses', refusal(429), true],
  ['a change that may not be repeated', new NetworkError('Offline.'), false],
])('%s is tried once', async (_what, failure, isRepeatable) => {
  await show('a');
  let attempts = 0;
  const done = change<string[], void>({
    key,
    apply: () => ['A'],
    isRepeatable,
    act() {
      attempts += 1;
      return Promise.reject(failure);
    },
  });
  await expect(done).rejects.toBe(failure);
  expect(attempts).toBe(1);
});

test('changes of one subject are sent one after the other, and show at once', async () => {
  await show('a');
  const first = rename('a', 'b', 'name');
  const second = rename('b', 'c', 'name');
  await expectShown('c');
  let isSent = false;
  void second.sent.then(() => (isSent = true));
  await first.sent;
  expect(isSent).toBe(false);
  first.resolve();
  await second.sent;
  second.resolve();
  await second.done;
  await expectShown('c');
});

test('a deletion of what is gone is done', async () => {
  const gone = new ApiError(404, { code: 'not_found', message: 'Gone.' });
  await expect(unlessGone(Promise.reject(gone))).resolves.toBeUndefined();
  await expect(unlessGone(Promise.reject(refusal(500)))).rejects.toThrow('No.');
});
