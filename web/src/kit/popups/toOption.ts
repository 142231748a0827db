/** Returns the option of a value that is its own label. */
export const toOption = (value: string) => ({ value, label: value });
