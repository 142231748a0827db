import { act, screen, waitFor, within } from '@testing-library/react';
import type { startBulkChange } from '@stagelink/shared/contracts/bulkChanges';
import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { ada, listOf, project, snapshot } from '@stagelink/shared/testing/builders';
import { refusal } from '@stagelink/shared/testing/fakeServer';
import { describe, expect, test } from 'vitest';
import { serve } from '../../testing/server.ts';
import { invalidateSnapshotLists } from './listsApi.ts';
import { visit } from '../../testing/visit.tsx';

const LIST = 'GET /api/snapshots/list';
const BULK = 'POST /api/snapshots/bulk/changes';
const me = { 'GET /me': () => ({ user: ada }) };

const check = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name: `Select ${name}` });
const bar = async () => within(await screen.findByRole('region', { name: 'Selected snapshots' }));
const named = (...names: string[]) => names.map((name) => snapshot({ name }));
const idsOf = (snapshots: readonly Snapshot[]) => snapshots.map(({ id }) => id);
const CHANGE_ID = '01938c3e-0000-7000-8000-0000000000cc';
const UNDO = 'POST /api/snapshots/bulk/changes/:changeId/undo';
const finished = (total: number, failed: { id: string; message: string }[] = [], canUndo = false) => {
  const counts = { total, done: total - failed.length, failedCount: failed.length };
  return { change: { id: CHANGE_ID, ...counts, failed, isFinished: true, canUndo } };
};
type BulkInput = Parsed<typeof startBulkChange>;
const chosenIn = ({ snapshots }: BulkInput) => ('ids' in snapshots ? snapshots.ids : []);
const allDone = ({ input }: { input: BulkInput }) => finished(chosenIn(input).length);

describe('selecting', () => {
  test('a range with Shift, one less, everything, and nothing with Escape', async () => {
    const listed = named('A', 'B', 'C', 'D');
    serve({ ...me, [LIST]: () => listOf(...listed) });
    const person = visit('/dashboard');
    await person.click(await check('A'));
    await person.keyboard('{Shift>}');
    await person.click(await check('C'));
    await person.keyboard('{/Shift}');
    expect((await bar()).getByText('3 selected')).toBeDefined();

    await person.click(await check('B'));
    expect((await bar()).getByText('2 selected')).toBeDefined();
    const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all snapshots that match' });
    expect(all.indeterminate).toBe(true);

    await person.click(all);
    expect((await bar()).getByText('All 4 that match')).toBeDefined();
    await person.click(await check('D'));
    expect((await bar()).getByText('3 of 4 that match')).toBeDefined();

    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected snapshots' })).toBeNull());
  });

  test('works with the keyboard alone', async () => {
    const listed = named('A', 'B', 'C');
    serve({ ...me, [LIST]: () => listOf(...listed) });
    const person = visit('/dashboard');
    await check('A');
    await person.keyboard('jx');
    expect((await check('A')).checked).toBe(true);
    await person.keyboard('{Shift>}jj{/Shift}');
    expect([(await check('B')).checked, (await check('C')).checked]).toEqual([true, true]);
    await person.keyboard('x');
    expect((await bar()).getByText('2 selected')).toBeDefined();
  });

  test('survives sorting, and is let go when the list is searched', async () => {
    const listed = named('A', 'B');
    serve({ ...me, [LIST]: () => listOf(...listed) });
    const person = visit('/dashboard');
    await person.click(await check('A'));
    await person.click(screen.getByRole('button', { name: 'Views' }));
    expect((await bar()).getByText('1 selected')).toBeDefined();

    await person.type(screen.getByRole('searchbox'), 'b');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected snapshots' })).toBeNull());
  });
});

describe('with what is selected', () => {
  test('once the bar has gone, the keyboard is in the list', async () => {
    const listed = named('A', 'B');
    serve({ ...me, [LIST]: () => listOf(...listed), [BULK]: allDone });
    const person = visit('/dashboard');
    await person.click(await check('B'));
    await person.click((await bar()).getByRole('button', { name: 'Extend' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected snapshots' })).toBeNull());
    await waitFor(async () => expect(document.activeElement).toBe((await check('B')).closest('tr')));
  });

  test('one is renamed in a dialog; two are not', async () => {
    const [a, b] = [snapshot({ name: 'A' }), snapshot({ name: 'B' })];
    const requests = serve({
      ...me,
      [LIST]: () => listOf(a, b),
      'PUT /api/snapshots/:id': () => ({ snapshot: { ...a, name: 'Alpha' } }),
    });
    const person = visit('/dashboard');
    await person.click(await check('A'));
    await person.click((await bar()).getByRole('button', { name: 'Rename' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Rename Snapshot' }));
    await person.clear(dialog.getByRole('textbox', { name: 'Name' }));
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
    await person.type(dialog.getByRole('textbox', { name: 'Name' }), 'Alpha{Enter}');
    expect(await screen.findByText('Name updated')).toBeDefined();
    expect(requests['PUT /api/snapshots/:id']?.[0]?.input).toEqual({ id: a.id, name: 'Alpha' });

    await person.click(await check('B'));
    expect((await bar()).queryByRole('button', { name: 'Rename' })).toBeNull();
  });

  test('they are moved, and Undo brings each back to where it was', async () => {
    const [shop, docs, old] = [
      project({ name: 'Shop' }),
      project({ name: 'Docs' }),
      project({ name: 'Old', isArchived: true }),
    ];
    const listed = [snapshot({ name: 'A', projectId: docs.id }), snapshot({ name: 'B' })];
    const requests = serve({
      ...me,
      'GET /api/projects': () => ({ projects: [shop, docs, old], withoutProject: 1 }),
      [LIST]: () => listOf(...listed),
      [BULK]: ({ input }) => {
        listed.forEach((each, index) => {
          if (chosenIn(input).includes(each.id)) listed[index] = { ...each, projectId: shop.id };
        });
        return finished(2, [], true);
      },
      [UNDO]: () => finished(2),
    });
    const person = visit('/dashboard');
    await person.click(await check('A'));
    await person.click(await check('B'));
    await person.click((await bar()).getByRole('button', { name: 'Move' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Move 2 snapshots to project' }));
    expect(dialog.queryByRole('radio', { name: 'Old' })).toBeNull();
    const move = dialog.getByRole<HTMLButtonElement>('button', { name: 'Move' });
    expect(move.disabled).toBe(true);
    await person.click(dialog.getByRole('radio', { name: 'Shop' }));
    await person.click(move);
    expect(await screen.findByText('2 snapshots moved to Shop')).toBeDefined();

    await person.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(requests[UNDO]?.map(({ input }) => input)).toEqual([{ changeId: CHANGE_ID }]));
    expect(requests[BULK]?.map(({ input }) => input)).toEqual([
      { snapshots: { ids: idsOf(listed) }, action: { type: 'move', projectId: shop.id } },
    ]);
  });

  test('deleting states how many, and those that could not be deleted stay selected', async () => {
    const listed = named('A', 'B', 'C');
    const [a = ''] = idsOf(listed);
    const requests = serve({
      ...me,
      [LIST]: () => listOf(...listed),
      [BULK]: () => {
        listed.splice(1, 2);
        return finished(3, [{ id: a, message: 'It is being staged.' }]);
      },
    });
    const person = visit('/dashboard');
    await check('A');
    await person.click(screen.getByRole('checkbox', { name: 'Select all snapshots that match' }));
    await person.click((await bar()).getByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete 3 snapshots?' }));
    await person.click(dialog.getByRole('button', { name: 'Delete' }));

    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Some snapshots could not be deleted');
    expect(alert.textContent).toContain('It is being staged.');
    expect((await bar()).getByText('1 selected')).toBeDefined();
    expect((await check('A')).checked).toBe(true);
    expect(requests[BULK]?.[0]?.input).toEqual({
      snapshots: { filter: { search: '', status: 'active' }, except: [] },
      action: { type: 'delete' },
    });
  });

  test('deleting everything names what arrived since it was selected, and leaves it out', async () => {
    const asOf = '2026-11-20T10:00:00.500250Z';
    const listed = ['A', 'B'].map((name) => snapshot({ name, createdAt: '2026-11-20T09:00:00.000Z' }));
    const requests = serve({
      ...me,
      [LIST]: () => ({ ...listOf(...listed), asOf }),
      [BULK]: () => finished(2),
    });
    const person = visit('/dashboard');
    await check('A');
    await person.click(screen.getByRole('checkbox', { name: 'Select all snapshots that match' }));
    await person.click((await bar()).getByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete 2 snapshots?' }));

    listed.unshift(snapshot({ name: 'Late', createdAt: '2026-11-20T10:00:01.000Z' }));
    await act(() => invalidateSnapshotLists());
    expect(
      await dialog.findByText(/^1 more arrived meanwhile and is not included\. Their links/),
    ).toBeDefined();
    expect(screen.getByRole('dialog', { name: 'Delete 2 snapshots?' })).toBeDefined();
    await person.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() =>
      expect(requests[BULK]?.[0]?.input.snapshots).toEqual({
        filter: { search: '', status: 'active' },
        except: [],
        until: asOf,
      }),
    );
  });

  test('tags are added and taken off', async () => {
    const listed = [snapshot({ name: 'A', tags: ['old'] })];
    const requests = serve({
      ...me,
      [LIST]: () => listOf(...listed),
      'GET /api/tags': () => ({ tags: [{ tag: 'old', count: 1 }] }),
      [BULK]: allDone,
    });
    const person = visit('/dashboard');
    await person.click(await check('A'));
    await person.click((await bar()).getByRole('button', { name: 'Tags' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Tags of 1 snapshot' }));
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Apply' }).disabled).toBe(true);
    await person.type(dialog.getByRole('combobox', { name: 'Add tags' }), 'launch');
    await person.type(dialog.getByRole('combobox', { name: 'Remove tags' }), 'old,');
    await person.click(dialog.getByRole('button', { name: 'Apply' }));
    expect(await screen.findByText('Tags of 1 snapshot changed')).toBeDefined();
    expect(requests[BULK]?.[0]?.input).toEqual({
      snapshots: { ids: idsOf(listed) },
      action: { type: 'tag', add: ['launch'], remove: ['old'] },
    });
  });

  test.each([
    ['Extend', 'Some snapshots could not be extended'],
    ['Move', 'Failed to move snapshots'],
  ])('%s that fails entirely is reported and can be retried', async (act, text) => {
    let isDown = true;
    const listed = named('A');
    const shop = project({ name: 'Shop' });
    serve({
      ...me,
      'GET /api/projects': () => ({ projects: [shop], withoutProject: 1 }),
      [LIST]: () => listOf(...listed),
      [BULK]: (sent) => (isDown ? refusal(503, 'unavailable', 'Not now.') : allDone(sent)),
    });
    const person = visit('/dashboard');
    await person.click(await check('A'));
    await person.click((await bar()).getByRole('button', { name: act }));
    if (act === 'Move') {
      const dialog = within(await screen.findByRole('dialog'));
      await person.click(dialog.getByRole('radio', { name: 'Shop' }));
      await person.click(dialog.getByRole('button', { name: 'Move' }));
    }
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(text);
    expect(alert.textContent).toContain('Not now.');
    isDown = false;
    // A dialog stays open, and its own button retries.
    const dialog = screen.queryByRole('dialog');
    const again = dialog ? { place: dialog, name: 'Move' } : { place: alert, name: 'Retry' };
    await person.click(within(again.place).getByRole('button', { name: again.name }));
    expect(await screen.findByText(/successfully|moved to/)).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
