import { globalShortcut } from 'electron';

/** The one key combination that works wherever a person is. */
export interface Hotkey {
  /** Takes another; answers why it does nothing, or null when it works. */
  set: (accelerator: string | null) => string | null;
}

export function createHotkey(act: () => void): Hotkey {
  let taken: string | null = null;
  return {
    set(accelerator) {
      if (taken !== null) globalShortcut.unregister(taken);
      taken = null;
      if (accelerator === null) return null;
      try {
        if (globalShortcut.register(accelerator, act)) {
          taken = accelerator;
          return null;
        }
      } catch {
        return `“${accelerator}” is not a key combination. Choose another.`;
      }
      return `Another program uses ${accelerator}. Choose another combination or quit that program.`;
    },
  };
}
