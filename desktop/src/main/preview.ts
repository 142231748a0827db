import { openPreview } from '@stagelink/shared/contracts/snapshots';
import { BrowserWindow, session } from 'electron';
import type { Link } from '../folders.ts';
import type { SignedIn } from './accounts.ts';
import { isForBrowser, staysIn } from './addresses.ts';
import { carryGrant } from './grantOverHttp.ts';
import { Refusal } from './refusal.ts';
import { setRules } from './security.ts';
import { callsTo, type Fetch, toRefusal } from './server.ts';

/** Shows what was staged in a window that knows nothing of the companion: no bridge, and a session that ends with it. */
export async function showPreview(fetch: Fetch, { account, token }: SignedIn, link: Link): Promise<void> {
  const call = callsTo(fetch, account.server, token);
  const { url } = await call(openPreview, { id: link.snapshotId }).catch((cause: unknown) => {
    throw toRefusal(cause);
  });
  if (!isForBrowser(url)) throw new Refusal('internal', 'The server gave no address that could be shown.');

  const partition = `preview-${link.snapshotId}`;
  const own = session.fromPartition(partition);
  setRules(own, { mayNavigate: staysIn(url), opensOutside: false });
  if (url.startsWith('http:')) carryGrant(own, new URL(url).origin);
  if (own.listenerCount('will-download') === 0) own.on('will-download', (event) => event.preventDefault());

  const window = new BrowserWindow({
    width: 1200,
    height: 800,
    title: `Preview of ${link.name}`,
    autoHideMenuBar: true,
    webPreferences: {
      partition,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      disableDialogs: true,
      navigateOnDragDrop: false,
    },
  });
  // The page does not get to say whose window this is.
  window.on('page-title-updated', (event) => event.preventDefault());
  window.on('closed', () => void own.clearStorageData());
  void window.loadURL(url).catch(() => {});
}
