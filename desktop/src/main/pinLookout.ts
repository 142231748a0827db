import { pinLookout } from '@stagelink/shared/preview/lookout';
import { BrowserWindow, session, type Session } from 'electron';
import type { SignedIn } from './accounts.ts';
import { isForBrowser } from './addresses.ts';
import { keepGrant } from './grantOverHttp.ts';
import { setRules } from './security.ts';
import { authorization } from './server.ts';

/** A prototype of many slow pages is looked at as far as this goes; what is left stays unknown. */
const LOOK_MS = 120_000;

export interface LookedAt {
  snapshotId: string;
  version: number;
  /** Where its files are; an origin of its own. */
  contentUrl: string;
}

/**
 * The server's own page asks with the account's token; frames in it, which are the prototype's, never do. The token is
 * in no page's reach.
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

/** The last look at each snapshot: they share a session, so they take turns. */
const turns = new Map<string, Promise<void>>();

/**
 * Has the server's own page look for a version's open pins, in a window nobody sees and a session that forgets
 * everything afterwards. The page tells the server what it found and closes the window. Fulfilled however that ends.
 */
export function lookForPins(signedIn: SignedIn, looked: LookedAt): Promise<void> {
  const { snapshotId } = looked;
  const turn = (turns.get(snapshotId) ?? Promise.resolve()).then(() => look(signedIn, looked));
  const settled = turn.catch(() => {});
  turns.set(snapshotId, settled);
  void settled.then(() => turns.get(snapshotId) === settled && turns.delete(snapshotId));
  return turn;
}

async function look({ account, token }: SignedIn, looked: LookedAt): Promise<void> {
  const { server } = account;
  const partition = `pins-${looked.snapshotId}`;
  const own = session.fromPartition(partition);
  const url = server + pinLookout(looked.snapshotId, looked.version);
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
      // Nobody sees it, and its clock has to go on all the same.
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
