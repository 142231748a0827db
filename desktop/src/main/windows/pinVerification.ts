import { viewSnapshot } from '@stagelink/shared/contracts/snapshots';
import { listVersions } from '@stagelink/shared/contracts/versions';
import { pinVerificationPath } from '@stagelink/shared/preview/pinVerification';
import { BrowserWindow, session, type Session } from 'electron';
import type { SignedIn } from '../auth/accounts.ts';
import { isForBrowser } from './addresses.ts';
import { keepGrant } from '../auth/grantCookies.ts';
import { setRules } from '../security.ts';
import { authorization, callsTo, type Fetch } from '../auth/server.ts';

/** Limit for a prototype of many slow pages; unverified pins stay unknown. */
const LOOK_MS = 120_000;

export interface VerifiedVersion {
  snapshotId: string;
  version: number;
  /** Content origin of the version. */
  contentUrl: string;
}

/**
 * Adds the account's token to requests of the server's page only, never of frames, which contain the
 * prototype. No page can read the token.
 */
function speakForAccount(
  own: Session,
  { server, token, contentUrl }: { server: string; token: string; contentUrl: string },
  isPage: (frame: Electron.WebFrameMain | null | undefined) => boolean,
): void {
  const content = new URL(contentUrl).origin;
  const withGrant = content.startsWith('http:') ? keepGrant(own, content) : null;
  const urls = [`${server}/*`, ...(withGrant ? [`${content}/*`] : [])];
  own.webRequest.onBeforeSendHeaders({ urls }, ({ url, frame, requestHeaders }, decide) => {
    const { origin, pathname } = new URL(url);
    if (origin === content) return decide({ requestHeaders: withGrant?.(requestHeaders) ?? requestHeaders });
    const isOurs = origin === server && pathname.startsWith('/api/') && isPage(frame);
    decide({ requestHeaders: isOurs ? { ...requestHeaders, ...authorization(token) } : requestHeaders });
  });
}

/** Last verification of each snapshot; they share a session, so they run one at a time. */
const turns = new Map<string, Promise<void>>();

/**
 * Verifies a version's open pins with the server's own page, in a hidden window and a temporary session.
 * The page reports its results to the server and closes the window. Always resolves.
 */
export function verifyPins(signedIn: SignedIn, looked: VerifiedVersion): Promise<void> {
  const { snapshotId } = looked;
  const turn = (turns.get(snapshotId) ?? Promise.resolve()).then(() => verify(signedIn, looked));
  const settled = turn.catch(() => {});
  turns.set(snapshotId, settled);
  void settled.then(() => turns.get(snapshotId) === settled && turns.delete(snapshotId));
  return turn;
}

async function verify({ account, token }: SignedIn, looked: VerifiedVersion): Promise<void> {
  const { server } = account;
  const partition = `pins-${looked.snapshotId}`;
  const own = session.fromPartition(partition);
  const url = server + pinVerificationPath(looked.snapshotId, looked.version);
  setRules(own, {
    mayNavigate: (address) => address === url,
    mayEmbed: isForBrowser,
    opensOutside: false,
  });
  if (own.listenerCount('will-download') === 0) own.on('will-download', (event) => event.preventDefault());

  const window = new BrowserWindow({
    show: false,
    width: 1440,
    height: 1000,
    webPreferences: {
      partition,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      disableDialogs: true,
      navigateOnDragDrop: false,
      // The hidden window needs unthrottled timers.
      backgroundThrottling: false,
    },
  });
  const { webContents } = window;
  speakForAccount(own, { server, token, ...looked }, (frame) => frame === webContents.mainFrame);
  webContents.setAudioMuted(true);
  const end = (): void => {
    if (!window.isDestroyed()) window.destroy();
  };
  webContents.on('render-process-gone', end);
  const limit = setTimeout(end, LOOK_MS);
  await new Promise<void>((resolve) => {
    window.once('closed', resolve);
    window.loadURL(url).catch(end);
  });
  clearTimeout(limit);
  await own.clearStorageData();
}

/** The same for a version whose content origin is not known; does nothing if it has none. */
export async function verifyVersion(
  fetch: Fetch,
  signedIn: SignedIn,
  snapshotId: string,
  version: number,
): Promise<void> {
  const call = callsTo(fetch, signedIn.account.server, signedIn.token);
  const { versions } = await call(listVersions, { id: snapshotId });
  const found = versions.find(({ number }) => number === version);
  // The published version opens on the snapshot's own origin.
  const contentUrl = found?.isShown
    ? (await call(viewSnapshot, { id: snapshotId })).snapshot.contentOrigin
    : found?.contentOrigin;
  if (contentUrl) await verifyPins(signedIn, { snapshotId, version, contentUrl });
}
