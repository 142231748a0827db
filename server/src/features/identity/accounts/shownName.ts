/** The name to show to others: a Google account without a name has its email address instead. */
export const shownName = (name: string): string | null =>
  name === '' || /^\S+@\S+$/.test(name) ? null : name;
