const SIGNS: Record<string, string> = {
  Enter: '↵',
  Escape: 'Esc',
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
};

/** What stands on the key. */
export const signOf = (key: string): string => SIGNS[key] ?? (key.length === 1 ? key.toUpperCase() : key);
