/** How much of a file decides whether it is a key. */
export const KEY_HEAD_BYTES = 4 * 1024;

const HEADER = /-----BEGIN |^PuTTY-User-Key-File-|^AGE-SECRET-KEY-/m;

/** Whether a file's name is that of a key, or of a presentation made with Keynote: its content decides. */
export const mayHoldKey = (path: string): boolean => /\.key$/i.test(path);

/** Whether a file that begins with this text is a key. */
export const holdsKey = (head: string): boolean => HEADER.test(head);
