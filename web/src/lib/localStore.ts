/** Reads a value; null without one, or without storage. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(`stagelink-${key}`);
  } catch {
    return null;
  }
}

/** Stores or removes a value. Returns false without storage. */
export function writeStored(key: string, value: string | null): boolean {
  try {
    if (value === null) localStorage.removeItem(`stagelink-${key}`);
    else localStorage.setItem(`stagelink-${key}`, value);
    return true;
  } catch {
    return false;
  }
}
