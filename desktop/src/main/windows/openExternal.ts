import { shell } from 'electron';
import { isForBrowser } from './addresses.ts';

/** Opens a link in the user's browser. */
export async function openOutside(address: string): Promise<void> {
  if (isForBrowser(address)) await shell.openExternal(new URL(address).href);
}
