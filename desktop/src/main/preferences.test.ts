import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { folderWith } from '@stagelink/shared/staging/node/testing/folders';
import { expect, test } from 'vitest';
import type { Preferences } from '../protocol/window.ts';
import { jsonFile } from './jsonFile.ts';
import { FIRST_PREFERENCES, KeptPreferences, openPreferences } from './preferences.ts';

/** Preferences in a file, and the hotkeys registered with the system. */
function opened(kept: Preferences | null, platform = 'win32') {
  const file = path.join(folderWith({}), 'preferences.json');
  if (kept) writeFileSync(file, JSON.stringify(kept));
  const taken: (string | null)[] = [];
  const logins: boolean[] = [];
  const preferences = openPreferences({
    file: jsonFile(file, KeptPreferences, FIRST_PREFERENCES),
    hotkey: {
      set(accelerator) {
        taken.push(accelerator);
        return null;
      },
    },
    openAtLogin: (isOn) => void logins.push(isOn),
    platform,
  });
  return { preferences, taken, logins };
}

const kept = (hotkey: string | null): Preferences => ({
  hotkey,
  opensAtLogin: true,
  isPaused: false,
  showsAlerts: true,
});

test('notifications are shown where an earlier version kept no choice', () => {
  const { showsAlerts: _, ...earlier } = kept(null);
  expect(opened(earlier as Preferences).preferences.get().showsAlerts).toBe(true);
});

test('no hotkey is taken before one is set', () => {
  const { preferences, taken } = opened(null);
  expect(taken).toEqual([null]);
  expect(preferences.get().hotkey).toBeNull();
});

test.each([
  ['CommandOrControl+Alt+S', 'win32'],
  ['CommandOrControl+Alt+S', 'darwin'],
  ['Ctrl+Alt+S', 'linux'],
])('%s of an earlier version is not taken on %s, and the rest is kept', (hotkey, platform) => {
  const { preferences, taken } = opened(kept(hotkey), platform);
  expect(taken).toEqual([null]);
  expect(preferences.get()).toMatchObject({ hotkey: null, opensAtLogin: true });
});

test('a hotkey that was recorded is kept', () => {
  expect(opened(kept('Ctrl+Shift+S')).taken).toEqual(['Ctrl+Shift+S']);
});

test('a hotkey that types a letter is refused', () => {
  const { preferences, taken } = opened(kept('F9'));
  expect(() => preferences.change({ hotkey: 'Ctrl+Alt+S' })).toThrow('types a letter');
  expect(preferences.get().hotkey).toBe('F9');
  expect(taken).toEqual(['F9']);
});

test('the program that opens at login is named again at each start, since an update may have moved it', () => {
  expect(opened(kept(null)).logins).toEqual([true]);
  expect(opened(null).logins).toEqual([]);
});
