import { afterEach, expect, test, vi } from 'vitest';
import { createHotkeyStage } from './hotkeyStage.ts';

const shop = { id: 'shop', name: 'Shop' };

afterEach(() => void vi.useRealTimers());

/** A hotkey over a folder, what it staged and the notices it showed. */
function pressed(folder: typeof shop | null = shop) {
  vi.useFakeTimers();
  const staged: string[] = [];
  const notices: { title: string; body: string; click: () => void }[] = [];
  let nothing = 0;
  const press = createHotkeyStage({
    last: async () => folder,
    stage: (id) => void staged.push(id),
    onNothing: () => void (nothing += 1),
    showNotice: ({ title, body }, click) => void notices.push({ title, body, click }),
  });
  return { press, staged, notices, nothing: () => nothing };
}

test('the hotkey says what it stages, and stages it a moment later', async () => {
  const { press, staged, notices } = pressed();
  await press();
  expect(notices).toMatchObject([
    { title: 'Shop', body: 'Staged in 3 seconds. Click here or press the hotkey again to cancel.' },
  ]);
  expect(staged).toEqual([]);
  vi.advanceTimersByTime(3_000);
  expect(staged).toEqual(['shop']);
});

test('pressed again, nothing is staged', async () => {
  const { press, staged, notices } = pressed();
  await press();
  await press();
  vi.advanceTimersByTime(10_000);
  expect(staged).toEqual([]);
  expect(notices.at(-1)?.body).toBe('Not staged.');
});

test('a click on what it says cancels it, and a later one does nothing', async () => {
  const { press, staged, notices } = pressed();
  await press();
  notices[0]?.click();
  notices[0]?.click();
  vi.advanceTimersByTime(10_000);
  expect(staged).toEqual([]);
  expect(notices).toHaveLength(2);
});

test('without anything staged before there is nothing to stage', async () => {
  const { press, staged, nothing } = pressed(null);
  await press();
  vi.advanceTimersByTime(10_000);
  expect(staged).toEqual([]);
  expect(nothing()).toBe(1);
});
