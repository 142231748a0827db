/** What this browser keeps for us under our name; null when nothing, or when it keeps nothing for anybody. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(`stagelink-${key}`);
  } catch {
    return null;
  }
}

/** Keeps a text, or forgets it. False when the browser keeps nothing for us. */
export function writeStored(key: string, value: string | null): boolean {
  try {
    if (value === null) localStorage.removeItem(`stagelink-${key}`);
    else localStorage.setItem(`stagelink-${key}`, value);
    return true;
  } catch {
    return false;
  }
}
