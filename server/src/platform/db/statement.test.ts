import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../../testing/world.ts';
import { numberedStatement, selection, statement, statementsByText } from './statement.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test('a statement is given its values by name, each as often as it is named', async () => {
  const read = statement('statement_named', `select :a::int + :a::int as sum, '12:mm'::text as text`);
  expect(await read(world.app.db, { a: 2, mm: 1 })).toEqual([{ sum: 4, text: '12:mm' }]);
});

test('a numbered statement may have question marks', async () => {
  const read = numberedStatement('statement_numbered', `select '{"a": 1}'::jsonb ? $1 as has, '?' as mark`);
  expect(await read(world.app.db, ['a'])).toEqual([{ has: true, mark: '?' }]);
});

test('the first hundred texts get names of their own, and each text is built once', () => {
  const built = statementsByText('some', (name) => ({ name }));
  const names = Array.from({ length: 101 }, (_, at) => built(`select ${at}`).name);
  expect(names.slice(0, 2)).toEqual(['some_0', 'some_1']);
  expect(names.at(-1)).toBeUndefined();
  expect(built('select 7')).toBe(built('select 7'));
});

test('columns are selected by the names of their fields', () => {
  expect(selection({ ownerId: 's.owner_id', id: 's.id' })).toBe('s.owner_id as "ownerId", s.id as "id"');
});
