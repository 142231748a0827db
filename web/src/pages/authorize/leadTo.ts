/** Leaves for another page or, where the address is a program's, opens that and stays. */
export const leadTo = (address: string): void => window.location.assign(address);
