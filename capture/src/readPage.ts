import { toBase64 } from './base64.ts';
import { UserError } from '@stagelink/shared/client/userError';
import { PageBuilder, type CapturedPage } from './pageBuilder.ts';
import { ASSETS_MAX, FromPage, PAGE_PORT, READ_SECONDS, type ToPage } from './protocol.ts';
import { LARGE_FILE_BYTES } from '@stagelink/shared/contracts/limits';

const SCRIPT = 'pageScript.js';
const FETCH_SECONDS = 15;
/** Messages of one page: its files, their progress, and requests. */
const MESSAGES_MAX = 6 * ASSETS_MAX;

export interface ReadOptions {
  tabId: number;
  keepTyped: boolean;
  /** Only the element that was chosen in the page. */
  element: boolean;
  /** URLs of files above the size limit that are wanted all the same. */
  large: readonly string[];
  signal: AbortSignal;
  onProgress: (done: number, of: number) => void;
}

const pageGone = () =>
  new UserError(
    'page_gone',
    'The page was closed or opened another address while it was read.',
    'Open the page again and capture it once it has loaded.',
  );

const unreadable = (cause: unknown) =>
  new UserError(
    'page_forbidden',
    'The browser does not let extensions read this page.',
    'Pages of the browser itself and of its extension store cannot be captured.',
    { cause },
  );

async function connect(tabId: number): Promise<chrome.runtime.Port> {
  try {
    await chrome.scripting.executeScript({ target: { tabId }, files: [SCRIPT] });
  } catch (cause) {
    throw unreadable(cause);
  }
  return chrome.tabs.connect(tabId, { name: PAGE_PORT, frameId: 0 });
}

/** Whether the user allowed the extension to read files of a website. */
const mayFetch = ({ origin, protocol, hostname }: URL): Promise<boolean> =>
  origin === 'null'
    ? Promise.resolve(false)
    : chrome.permissions.contains({ origins: [`${protocol}//${hostname}/*`] });

async function fetchOutside(address: string, large: readonly string[]) {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol) || !(await mayFetch(url))) return null;
  const response = await fetch(url, {
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(FETCH_SECONDS * 1000),
  });
  const isWanted =
    response.ok &&
    (large.includes(address) || Number(response.headers.get('content-length')) <= LARGE_FILE_BYTES);
  if (!isWanted) return null;
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { contentType: response.headers.get('content-type') ?? '', base64: toBase64(bytes) };
}

/** Injects the reader into a page and collects what it sends. Throws `UserError`. */
export async function readPage({
  tabId,
  signal,
  onProgress,
  ...options
}: ReadOptions): Promise<CapturedPage> {
  const nonce = crypto.randomUUID().replaceAll('-', '');
  const builder = new PageBuilder(nonce);
  const port = await connect(tabId);
  const send = (message: ToPage): void => port.postMessage(message);
  try {
    return await new Promise<CapturedPage>((resolve, reject) => {
      let messages = 0;
      // One after the other: a page's own message comes after its files.
      let queue = Promise.resolve();
      const take = async (message: FromPage): Promise<void> => {
        if (message.type === 'bytes') await builder.addBytes(message.id, message.contentType, message.base64);
        else if (message.type === 'text') builder.addText(message.id, message.kind, message.text);
        else if (message.type === 'missing') builder.addMissing(message.id, message);
        else if (message.type === 'progress') onProgress(message.done, message.of);
        else if (message.type === 'page') resolve(await builder.build(message, new Date()));
        else if (message.type === 'failed') reject(new UserError('page_failed', message.message));
      };
      port.onMessage.addListener((raw: unknown) => {
        const message = FromPage.safeParse(raw);
        messages += 1;
        if (!message.success || messages > MESSAGES_MAX) {
          reject(new UserError('page_failed', 'The page sent what no page sends. It was not captured.'));
        } else if (message.data.type === 'fetch') {
          const { id, url } = message.data;
          void fetchOutside(url, options.large)
            .catch(() => null)
            .then((file) => send({ type: 'answer', id, file }));
        } else {
          const { data } = message;
          queue = queue.then(() => take(data)).catch(reject);
        }
      });
      port.onDisconnect.addListener(() => reject(pageGone()));
      signal.addEventListener('abort', () => reject(signal.reason as Error));
      setTimeout(
        () =>
          reject(new UserError('page_failed', `This page could not be read within ${READ_SECONDS} seconds.`)),
        (READ_SECONDS + 5) * 1000,
      );
      send({ type: 'read', nonce, ...options });
    });
  } finally {
    port.disconnect();
  }
}

/** Lets the user choose an element in the page. Returns its description, empty when none was chosen. */
export async function pickElement(tabId: number, text: string): Promise<string> {
  const port = await connect(tabId);
  try {
    return await new Promise<string>((resolve, reject) => {
      port.onMessage.addListener((raw: unknown) => {
        const message = FromPage.safeParse(raw).data;
        if (message?.type === 'picked') resolve(message.label);
      });
      port.onDisconnect.addListener(() => reject(pageGone()));
      port.postMessage({ type: 'pick', text } satisfies ToPage);
    });
  } finally {
    port.disconnect();
  }
}
