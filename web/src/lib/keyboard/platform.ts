const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** The modifier of shortcuts on this platform. */
export const COMMAND_KEY = isApple ? '⌘' : 'Ctrl';
/** The shortcut of the command palette in VS Code and Cursor. */
export const EDITOR_PALETTE_KEYS = isApple ? '⇧⌘P' : 'Ctrl+Shift+P';
