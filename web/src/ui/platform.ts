const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** The key that turns a letter into a command, as this keyboard has it. */
export const COMMAND_KEY = isApple ? '⌘' : 'Ctrl';
/** The keys that open the palette of VS Code and Cursor. */
export const EDITOR_PALETTE_KEYS = isApple ? '⇧⌘P' : 'Ctrl+Shift+P';
