import { expect, onTestFinished, test, vi } from 'vitest';
import type { Db } from './db.ts';
import { readByKey, withJoinedReads } from './joinedReads.ts';

/** A read whose statements end on command. */
function heldRead() {
  const statements: { keys: string[]; end: PromiseWithResolvers<Map<string, string>> }[] = [];
  const read = vi.fn((_db: Db, keys: string[]) => {
    const end = Promise.withResolvers<Map<string, string>>();
    statements.push({ keys, end });
    return end.promise;
  });
  const ask = readByKey(read);
  const newPool = () => withJoinedReads({ withUserParams: () => ({}) } as unknown as Db);
  const pool = newPool();
  return {
    statements,
    ask: (key: string) => ask(pool, key),
    askElsewhere: (key: string) => ask(newPool(), key),
    askAlone: (key: string) => ask({} as Db, key),
    answer(at: number) {
      const { keys = [], end } = statements[at] ?? {};
      end?.resolve(new Map(keys.filter((key) => key !== 'none').map((key) => [key, `value of ${key}`])));
    },
  };
}
const keysOf = ({ statements }: ReturnType<typeof heldRead>) => statements.map(({ keys }) => keys);

test('what is wanted while two statements run becomes one, with each key once', async () => {
  const read = heldRead();
  const answers = ['a', 'b', 'c', 'd', 'c', 'none'].map(read.ask);
  expect(keysOf(read)).toEqual([['a'], ['b']]);
  read.answer(0);
  await answers[0];
  expect(keysOf(read)).toEqual([['a'], ['b'], ['c', 'd', 'none']]);
  read.answer(1);
  read.answer(2);
  expect(await Promise.all(answers)).toEqual([
    'value of a',
    'value of b',
    'value of c',
    'value of d',
    'value of c',
    undefined,
  ]);
});

test('a key that is being read is read again for those who ask later', async () => {
  const read = heldRead();
  const [first, second] = [read.ask('a'), read.ask('a')];
  read.answer(0);
  await first;
  read.answer(1);
  await second;
  expect(keysOf(read)).toEqual([['a'], ['a']]);
});

test('a failure is that of its statement only', async () => {
  const read = heldRead();
  const answers = ['a', 'b', 'c', 'd'].map(read.ask);
  read.statements[0]?.end.reject(new Error('away'));
  await expect(answers[0]).rejects.toThrow('away');
  read.statements[2]?.end.reject(new Error('away again'));
  await expect(answers[2]).rejects.toThrow('away again');
  await expect(answers[3]).rejects.toThrow('away again');
  read.answer(1);
  expect(await answers[1]).toBe('value of b');
  const next = read.ask('c');
  read.answer(3);
  expect(await next).toBe('value of c');
});

test('a read does not wait for statements that hang', () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(10_000);
  onTestFinished(() => clock.mockRestore());
  const read = heldRead();
  for (const key of ['a', 'b', 'c']) void read.ask(key);
  expect(keysOf(read)).toEqual([['a'], ['b']]);
  clock.mockReturnValue(11_000);
  void read.ask('d');
  expect(keysOf(read)).toEqual([['a'], ['b'], ['c', 'd']]);
});

test('a pool itself reads each key at once', () => {
  const read = heldRead();
  for (const key of ['a', 'b', 'c']) void read.askAlone(key);
  expect(keysOf(read)).toEqual([['a'], ['b'], ['c']]);
});

test('each view of a pool reads for itself', () => {
  const read = heldRead();
  for (const key of ['a', 'b', 'c']) void read.askElsewhere(key);
  expect(keysOf(read)).toEqual([['a'], ['b'], ['c']]);
});
