import { expect, test } from 'vitest';
import { good, serve, snapshot } from '../testing/server.ts';
import { afterAct, changeSnapshots, everyMatch, undoing } from './manySnapshots.ts';
import { readQuestion } from '../pages/dashboard/snapshots/useListQuestion.ts';

const [here, there] = ['01938c3e-0000-7000-8000-00000000000a', '01938c3e-0000-7000-8000-00000000000b'];
const question = readQuestion(new URLSearchParams());

test('undoing a move leads each back to where it was, those who did not move left alone', () => {
  const [a, b, c] = [
    snapshot({ projectId: here }),
    snapshot({ projectId: null }),
    snapshot({ projectId: there }),
  ];
  const back = undoing([a, b, c], { type: 'move', projectId: there });
  expect(back.map(({ act, snapshots }) => [act, snapshots.map(({ id }) => id)])).toEqual([
    [{ type: 'move', projectId: here }, [a.id]],
    [{ type: 'move', projectId: null }, [b.id]],
  ]);
});

test('undoing tags takes back only what the act has changed', () => {
  const [a, b, c] = [snapshot({ tags: ['new', 'old'] }), snapshot({ tags: [] }), snapshot({ tags: ['new'] })];
  const act = { type: 'tag', add: ['new'], remove: ['old'] } as const;
  expect(afterAct(a, { ...act, add: ['new'], remove: ['old'] }).tags).toEqual(['new']);
  expect(undoing([a, b, c], { ...act, add: ['new'], remove: ['old'] }).map(({ act: back }) => back)).toEqual([
    { type: 'tag', add: ['old'], remove: [] },
    { type: 'tag', add: [], remove: ['new'] },
  ]);
});

test('what cannot be undone offers nothing', () => {
  expect(undoing([snapshot()], { type: 'extend' })).toEqual([]);
  expect(undoing([snapshot()], { type: 'delete' })).toEqual([]);
});

test('thousands are changed five hundred at a time, and those that were not are named', async () => {
  const many = Array.from({ length: 1201 }, () => snapshot());
  const last = many.at(-1)?.id ?? '';
  const heard = serve({
    'POST /api/snapshots/bulk': ({ body }) => {
      const { ids } = body as { ids: string[] };
      const failed = ids.filter((id) => id === last).map((id) => ({ id, message: 'Gone.' }));
      return good({ done: ids.filter((id) => id !== last), failed });
    },
  });
  const steps: number[] = [];
  const outcome = await changeSnapshots(many, { type: 'extend' }, (count) => steps.push(count));

  expect(
    heard['POST /api/snapshots/bulk']?.map(({ body }) => (body as { ids: string[] }).ids.length),
  ).toEqual([500, 500, 201]);
  expect(steps).toEqual([500, 1000, 1201]);
  expect(outcome.done).toHaveLength(1200);
  expect(outcome.failed).toEqual([{ id: last, message: 'Gone.' }]);
});

test('everything that matches is read to the end', async () => {
  const pages = [[snapshot(), snapshot()], [snapshot()]];
  serve({
    'GET /api/snapshots/list': ({ query }) => {
      const page = Number(query.get('cursor') ?? '0');
      const nextCursor = page + 1 < pages.length ? String(page + 1) : null;
      return good({ snapshots: pages[page], nextCursor, matching: 3, total: 3 });
    },
  });
  const counts: number[] = [];
  expect(await everyMatch(question, (count) => counts.push(count))).toEqual(pages.flat());
  expect(counts).toEqual([2, 3]);
});
