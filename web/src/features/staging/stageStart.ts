/** Selects the button that stages, for keyboard shortcuts. */
export const START = '[data-starts-staging]';
