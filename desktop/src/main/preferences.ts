import * as z from 'zod';
import type { Preferences, PreferencesState } from '../protocol/window.ts';
import type { Hotkey } from './hotkey.ts';
import { typesLetter } from '../protocol/hotkeys.ts';
import type { JsonFile } from './jsonFile.ts';
import { UserError } from '@stagelink/shared/client/userError';

export const KeptPreferences = z.object({
  hotkey: z.string().nullable(),
  opensAtLogin: z.boolean(),
  isPaused: z.boolean(),
  // Earlier versions did not keep it.
  showsAlerts: z.boolean().default(true),
}) satisfies z.ZodType<Preferences>;

export const FIRST_PREFERENCES: Preferences = {
  hotkey: null,
  opensAtLogin: false,
  isPaused: false,
  showsAlerts: true,
};

/** Default of earlier versions; the recorder never produces this spelling. */
const FORMER_DEFAULT = 'CommandOrControl+Alt+S';

export interface PreferencesOptions {
  file: JsonFile<Preferences>;
  hotkey: Hotkey;
  openAtLogin: (isOn: boolean) => void;
  platform: string;
}

export interface PreferenceStore {
  get: () => PreferencesState;
  change: (change: Partial<Preferences>) => PreferencesState;
  onChange: (listener: (now: PreferencesState, before: Preferences) => void) => void;
}

/** Preferences of the user, stored and applied. */
export function openPreferences({
  file,
  hotkey,
  openAtLogin,
  platform,
}: PreferencesOptions): PreferenceStore {
  const listeners: ((now: PreferencesState, before: Preferences) => void)[] = [];
  const isRefused = (accelerator: string | null): boolean =>
    accelerator !== null && typesLetter(accelerator, platform);
  let current = file.read();
  if (current.hotkey === FORMER_DEFAULT || isRefused(current.hotkey)) current = { ...current, hotkey: null };
  let hotkeyProblem = hotkey.set(current.hotkey);
  // An AppImage that was updated has another path.
  if (current.opensAtLogin) openAtLogin(true);
  const state = (): PreferencesState => ({ ...current, hotkeyProblem });

  return {
    get: state,
    change(change) {
      if (change.hotkey !== undefined && isRefused(change.hotkey))
        throw new UserError(
          'hotkey_refused',
          `${change.hotkey} types a letter on some keyboards.`,
          'Use Ctrl+Shift instead.',
        );
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
