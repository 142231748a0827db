/** The page that looks for a version's open pins in a window nobody sees, as a pattern of the web app's router. */
export const PIN_LOOKOUT = '/pins/:snapshotId/:version';

/** Where to open it, on the server's origin: it tells the server what it found, and closes its window. */
export const pinLookout = (snapshotId: string, version: number): string =>
  `/pins/${encodeURIComponent(snapshotId)}/${version}`;
