/** Opens another page, or a program by its URL scheme, which keeps this page open. */
export const navigateTo = (address: string): void => window.location.assign(address);
