import { openPreview } from '@stagelink/shared/contracts/snapshots';
import { BrowserWindow, session } from 'electron';
import type { Link } from '../../protocol/folders.ts';
import type { SignedIn } from '../auth/accounts.ts';
import { isForBrowser, staysIn } from './addresses.ts';
import { carryGrant } from '../auth/grantCookies.ts';
import { UserError } from '@stagelink/shared/client/userError';
import { setRules } from '../security.ts';
import { callsTo, type Fetch, toShownError } from '../auth/server.ts';

/** Shows a version in a window without a bridge and with a temporary session. */
export async function showPreview(fetch: Fetch, { account, token }: SignedIn, link: Link): Promise<void> {
  const call = callsTo(fetch, account.server, token);
  const { url } = await call(openPreview, { id: link.snapshotId }).catch((cause: unknown) => {
    throw toShownError(cause);
  });
  if (!isForBrowser(url)) throw new UserError('internal', 'The server returned no preview URL.');

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
  // The page must not change the window's title.
  window.on('page-title-updated', (event) => event.preventDefault());
  window.on('closed', () => void own.clearStorageData());
  void window.loadURL(url).catch(() => {});
}
