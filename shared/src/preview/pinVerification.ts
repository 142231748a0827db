/** Page that verifies a version's open pins in a hidden window, as a route pattern of the web app. */
export const PIN_VERIFICATION_PATH = '/pins/:snapshotId/:version';

/** Returns the path of that page. It reports its results to the server and closes its window. */
export const pinVerificationPath = (snapshotId: string, version: number): string =>
  `/pins/${encodeURIComponent(snapshotId)}/${version}`;
