/**
 * Milliseconds for a connection to one address of a host, before its next address is tried. Node's 250 are too few where
 * an address is far away or this program is busy (https://nodejs.org/api/net.html#socketconnectoptions-connectlistener).
 */
export const ADDRESS_MS = 5_000;
