import * as z from 'zod';
import type { Preferences, PreferencesState } from '../ipc.ts';
import type { Hotkey } from './hotkey.ts';
import type { JsonFile } from './jsonFile.ts';
import { openAtLogin } from './loginItem.ts';

export const KeptPreferences = z.object({
  hotkey: z.string().nullable(),
  opensAtLogin: z.boolean(),
  isPaused: z.boolean(),
}) satisfies z.ZodType<Preferences>;

export const FIRST_PREFERENCES: Preferences = {
  hotkey: 'CommandOrControl+Alt+S',
  opensAtLogin: false,
  isPaused: false,
};

export interface PreferenceStore {
  get: () => PreferencesState;
  change: (change: Partial<Preferences>) => PreferencesState;
  onChange: (listener: (now: PreferencesState, before: Preferences) => void) => void;
}

/** What a person decided about the companion, kept and in force. */
export function openPreferences(file: JsonFile<Preferences>, hotkey: Hotkey): PreferenceStore {
  const listeners: ((now: PreferencesState, before: Preferences) => void)[] = [];
  let current = file.read();
  let hotkeyProblem = hotkey.set(current.hotkey);
  const state = (): PreferencesState => ({ ...current, hotkeyProblem });

  return {
    get: state,
    change(change) {
      const before = current;
      current = { ...current, ...change };
      if (change.hotkey !== undefined) hotkeyProblem = hotkey.set(current.hotkey);
      if (change.opensAtLogin !== undefined) openAtLogin(current.opensAtLogin);
      file.write(current);
      const now = state();
      for (const listener of listeners) listener(now, before);
      return now;
    },
    onChange: (listener) => void listeners.push(listener),
  };
}
