import { toUserError } from '@stagelink/shared/client/userError';
import type { CapturedPage } from './pageBuilder.ts';
import { dropPage, dropPages, keepPage, keptPages } from './pageStore.ts';
import { POPUP_PORT } from './protocol.ts';
import { pickElement } from './pickElement.ts';
import { readPage } from './readPage.ts';
import { snapshotFiles } from './snapshotFiles.ts';
import { type CaptureState, FromPopup, type PageSummary, type Settings } from './state.ts';
import { uploadPages } from './upload.ts';

// Captures while the popup may close: a click into the page closes it.

const STATE = 'state';
/** Missing files that the popup lists. */
const LISTED_MAX = 200;

let state: CaptureState | null = null;
let current: CapturedPage | null = null;
let popup: chrome.runtime.Port | null = null;
let reading: AbortController | null = null;
/** Whether a popup showed the last link. */
let isSeen = true;

const initialState = (tabId: number): CaptureState => ({
  tabId,
  step: 'reading',
  progress: null,
  page: null,
  kept: [],
  keepTyped: false,
  element: '',
  problem: null,
  result: null,
});

function summaryOf(page: CapturedPage): PageSummary {
  const files = snapshotFiles([page]);
  const { id, title, address, blanked, typed, missing } = page;
  const bytes = files.reduce((sum, file) => sum + file.bytes.size, 0);
  return {
    id,
    title,
    address,
    files: files.length,
    bytes,
    blanked,
    typed,
    missing: missing.slice(0, LISTED_MAX),
  };
}

function update(change: Partial<CaptureState>): void {
  if (!state) return;
  state = { ...state, ...change };
  popup?.postMessage(state);
  // For a worker that the browser ends: the popup then shows the last result.
  void chrome.storage.session.set({ [STATE]: state });
}

function fail(cause: unknown): void {
  const { code, message, hint } = toUserError(cause);
  update({ step: 'failed', problem: { code, message, hint }, progress: null });
}

async function read(keepTyped: boolean, element: boolean, large: readonly string[]): Promise<void> {
  if (!state) return;
  reading?.abort(new Error('replaced'));
  const stop = new AbortController();
  reading = stop;
  current = null;
  update({ step: 'reading', progress: null, page: null, problem: null, result: null, keepTyped });
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
    current = page;
    update({ step: 'ready', page: summaryOf(page), progress: null });
  } catch (cause) {
    if (!stop.signal.aborted) fail(cause);
  }
}

async function showKept(): Promise<void> {
  update({ kept: (await keptPages()).map(summaryOf) });
}

async function open(tabId: number): Promise<void> {
  const { [STATE]: stored } = (await chrome.storage.session.get(STATE)) as { [STATE]?: CaptureState };
  const isBusy = state?.tabId === tabId && state.step === 'uploading';
  // The popup was closed before the upload ended: its link is still to be shown.
  const isUnseen = stored?.tabId === tabId && stored.step === 'done' && !isSeen;
  if (isBusy || isUnseen) {
    state = isBusy ? state : (stored ?? null);
    isSeen = true;
    update({});
    return;
  }
  state = { ...initialState(tabId), element: state?.tabId === tabId ? state.element : '' };
  await showKept();
  await read(false, state.element !== '', []);
}

async function upload(settings: Settings): Promise<void> {
  if (state?.step !== 'ready') return;
  update({ step: 'uploading', problem: null });
  try {
    const kept = await keptPages();
    const pages = current ? [...kept, current] : kept;
    const { url, password, version } = await uploadPages(pages, settings);
    await dropPages();
    isSeen = popup !== null;
    update({
      step: 'done',
      kept: [],
      result: { url, password, version, isNew: settings.snapshotId === null },
    });
  } catch (cause) {
    const { code, message, hint } = toUserError(cause);
    update({ step: 'ready', problem: { code, message, hint } });
  }
}

async function pick(text: string): Promise<void> {
  if (!state) return;
  const label = await pickElement(state.tabId, text);
  update({ element: label });
  if (popup) await read(state.keepTyped, label !== '', []);
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
      return open(message.tabId);
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
