/** What opens beside its button is no larger than the window leaves room for; it scrolls instead. */
export const IN_WINDOW = { flip: true, shift: true, size: { padding: 8 } };
