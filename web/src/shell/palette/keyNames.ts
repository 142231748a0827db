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

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);
/** The keys that open the palette, as this keyboard has them. */
export const PALETTE_KEYS = [isApple ? '⌘' : 'Ctrl', 'K'] as const;
