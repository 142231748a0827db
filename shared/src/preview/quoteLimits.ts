/** Characters of selected text, and of the text on each side of it. Free of dependencies, for the preview agent. */
export const QUOTE_MAX = 500;
export const QUOTE_CONTEXT_MAX = 32;
