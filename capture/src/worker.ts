import { toUserError } from '@stagelink/shared/client/userError';
import type { CapturedPage } from './pageBuilder.ts';
import { dropPage, dropPages, isSamePage, keepPage, keptPages } from './pageStore.ts';
import { POPUP_PORT } from './protocol.ts';
import { pickElement } from './pickElement.ts';
import { readPage } from './readPage.ts';
import { snapshotFiles } from './snapshotFiles.ts';
import { type CaptureState, FromPopup, type PageSummary, type Settings } from './state.ts';
import { type Captured, settleLastUpload, uploadPages } from './upload.ts';

// Captures while the popup may close: a click into the page closes it.

const STATE = 'state';
/** Missing files that the popup lists. */
const LISTED_MAX = 200;

let state: CaptureState | null = null;
let current: CapturedPage | null = null;
let popup: chrome.runtime.Port | null = null;
let reading: AbortController | null = null;

const initialState = (tabId: number, document: number | null): CaptureState => ({
  tabId,
  document,
  step: 'reading',
  progress: null,
  page: null,
  kept: [],
  keepTyped: false,
  large: [],
  element: '',
  problem: null,
  result: null,
  isSeen: true,
});

function summaryOf(page: CapturedPage): PageSummary {
  const files = snapshotFiles([page]);
  const { id, title, address, key, counts, missing } = page;
  const bytes = files.reduce((sum, file) => sum + file.bytes.size, 0);
  return {
    id,
    title,
    address,
    key,
    files: files.length,
    bytes,
    counts,
    missing: missing.slice(0, LISTED_MAX),
  };
}

/** The browser may end this worker: what the user chose and the last result stay. */
const store = (): Promise<void> => chrome.storage.session.set({ [STATE]: state });

function update(change: Partial<CaptureState>): void {
  if (!state) return;
  state = { ...state, ...change };
  popup?.postMessage(state);
  void store();
}

function fail(cause: unknown): void {
  const { code, message, hint } = toUserError(cause);
  update({ step: 'failed', problem: { code, message, hint }, progress: null });
}

async function read(keepTyped: boolean, element: boolean, large: string[]): Promise<void> {
  if (!state) return;
  reading?.abort(new Error('replaced'));
  const stop = new AbortController();
  reading = stop;
  current = null;
  update({ step: 'reading', progress: null, page: null, problem: null, result: null, keepTyped, large });
  if (!element) update({ element: '' });
  try {
    const page = await readPage({
      tabId: state.tabId,
      keepTyped,
      element,
      large,
      signal: stop.signal,
      onProgress: (done, of) => update({ progress: { done, of } }),
    });
    const isKept = (await keptPages()).some((kept) => isSamePage(kept, page));
    current = isKept ? null : page;
    update({ step: 'ready', page: current && summaryOf(current), progress: null });
  } catch (cause) {
    if (!stop.signal.aborted) fail(cause);
  }
}

async function showKept(): Promise<void> {
  update({ kept: (await keptPages()).map(summaryOf) });
}

/** Identifies the document that a tab shows; null for one that extensions may not read. */
async function documentIn(tabId: number): Promise<number | null> {
  const func = () => performance.timeOrigin;
  const [result] = await chrome.scripting.executeScript({ target: { tabId }, func }).catch(() => []);
  return result?.result ?? null;
}

async function lastState(): Promise<CaptureState | null> {
  const { [STATE]: stored } = (await chrome.storage.session.get(STATE)) as { [STATE]?: CaptureState };
  return state ?? stored ?? null;
}

async function open(tabId: number, isAgain: boolean): Promise<void> {
  const [last, document] = await Promise.all([lastState(), documentIn(tabId)]);
  const before = last?.tabId === tabId ? last : null;
  const isBusy = before?.step === 'uploading' && state !== null;
  // The link stays in an open popup, and is still to be shown if the popup was closed before the upload ended.
  if (before && (isBusy || (before.step === 'done' && (isAgain || !before.isSeen)))) {
    state = before;
    update({ isSeen: true });
    return;
  }
  const isSameDocument = before !== null && document !== null && before.document === document;
  const { keepTyped, large, element } = isSameDocument ? before : initialState(tabId, document);
  state = { ...initialState(tabId, document), element };
  if (await showLastUpload()) return;
  await showKept();
  await read(keepTyped, element !== '', large);
}

const resultOf = ({ staged: { url, password, version }, isNew }: Captured) => ({
  url,
  password,
  version,
  isNew,
});

let settling: Promise<boolean> | null = null;

/**
 * Shows what an upload staged whose reply did not arrive, also when the browser ended the worker meanwhile. A popup that
 * closes and one that opens wait for the same reply.
 */
function showLastUpload(): Promise<boolean> {
  settling ??= settleLastUpload(async (captured, { keys }) => {
    for (const { id, key } of await keptPages()) if (keys.includes(key)) await dropPage(id);
    await showKept();
    update({ step: 'done', isSeen: popup !== null, result: resultOf(captured) });
    await store();
  }).finally(() => (settling = null));
  return settling;
}

async function upload(settings: Settings): Promise<void> {
  if (state?.step !== 'ready') return;
  update({ step: 'uploading', problem: null });
  try {
    const kept = await keptPages();
    const pages = current ? [...kept, current] : kept;
    const captured = await uploadPages(pages, settings);
    await dropPages();
    update({ step: 'done', kept: [], isSeen: popup !== null, result: resultOf(captured) });
  } catch (cause) {
    const { code, message, hint } = toUserError(cause);
    update({ step: 'ready', problem: { code, message, hint } });
  }
}

async function pick(text: string): Promise<void> {
  if (!state) return;
  const label = await pickElement(state.tabId, text);
  update({ element: label });
  if (popup) await read(state.keepTyped, label !== '', state.large);
  // Newer browsers show the popup again; in others the user presses the button.
  else await chrome.action.openPopup().catch(() => null);
}

async function keep(): Promise<void> {
  if (!current || !state?.page) return;
  await keepPage(current);
  current = null;
  await showKept();
  update({ page: null, step: 'ready' });
}

async function drop(id: string): Promise<void> {
  await dropPage(id);
  await showKept();
}

function handle(message: FromPopup): Promise<void> {
  switch (message.type) {
    case 'open':
      return open(message.tabId, message.isAgain);
    case 'read':
      return read(message.keepTyped, message.element, message.large);
    case 'pick':
      return pick(message.text);
    case 'keep':
      return keep();
    case 'drop':
      return drop(message.id);
    case 'upload':
      return upload(message.settings);
  }
}

chrome.runtime.onConnect.addListener((port) => {
  // Only the extension's own pages connect here; content scripts have a tab.
  if (port.name !== POPUP_PORT || port.sender?.url?.startsWith(chrome.runtime.getURL('popup.html')) !== true)
    return;
  popup = port;
  port.onDisconnect.addListener(() => {
    if (popup === port) popup = null;
  });
  port.onMessage.addListener((raw: unknown) => {
    const message = FromPopup.safeParse(raw);
    if (message.success) handle(message.data).catch(fail);
  });
});
