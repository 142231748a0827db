/** Returns what is shown for a person where their name has no room. */
export const initialOf = (name: string) => (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? '?').toUpperCase();
