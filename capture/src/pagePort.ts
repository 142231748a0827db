import { UserError } from '@stagelink/shared/client/userError';
import { PAGE_PORT } from './protocol.ts';

const SCRIPT = 'pageScript.js';

const unreadable = (cause: unknown) =>
  new UserError(
    'page_forbidden',
    'The browser does not let extensions read this page.',
    'Pages of the browser itself and of its extension store cannot be captured.',
    { cause },
  );

export const pageGone = () =>
  new UserError(
    'page_gone',
    'The page was closed or opened another address while it was read.',
    'Open the page again and capture it once it has loaded.',
  );

/** Injects the reader into a frame of a tab and connects to it. Throws `UserError`. */
export async function connectToPage(tabId: number, frameId = 0): Promise<chrome.runtime.Port> {
  try {
    await chrome.scripting.executeScript({ target: { tabId, frameIds: [frameId] }, files: [SCRIPT] });
  } catch (cause) {
    throw unreadable(cause);
  }
  return chrome.tabs.connect(tabId, { name: PAGE_PORT, frameId });
}
