const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** The keys that open our palette, as this keyboard has them. */
export const PALETTE_KEYS = [isApple ? '⌘' : 'Ctrl', 'K'] as const;
/** The keys that open the palette of VS Code and Cursor. */
export const EDITOR_PALETTE_KEYS = isApple ? '⇧⌘P' : 'Ctrl+Shift+P';
