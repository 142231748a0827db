import { toUserError } from '@stagelink/shared/client/userError';
import type { CapturedPage } from './pageBuilder.ts';
import { dropPage, dropPages, isSamePage, keepPage, keptPages } from './pageStore.ts';
import { pickElement } from './pickElement.ts';
import { readPage } from './readPage.ts';
import { snapshotFiles } from './snapshotFiles.ts';
import type { CaptureState, FromPopup, PageSummary, Settings } from './state.ts';
import { type Captured, settleLastUpload, uploadPages } from './upload.ts';

const STATE = 'state';
/** Missing files that the popup lists. */
const LISTED_MAX = 200;

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

/** Identifies the document that a tab shows; null for one that extensions may not read. */
async function documentIn(tabId: number): Promise<number | null> {
  const func = () => performance.timeOrigin;
  const [result] = await chrome.scripting.executeScript({ target: { tabId }, func }).catch(() => []);
  return result?.result ?? null;
}

const resultOf = ({ staged: { url, password, version }, isNew }: Captured) => ({
  url,
  password,
  version,
  isNew,
});

const problemOf = (cause: unknown) => {
  const { code, message, hint } = toUserError(cause);
  return { code, message, hint };
};

/** Captures while the popup may close: a click into the page closes it. */
export class CaptureSession {
  #state: CaptureState | null = null;
  /** What was read of the page and is not kept yet. */
  #page: CapturedPage | null = null;
  #popup: chrome.runtime.Port | null = null;
  #reading: AbortController | null = null;
  #settling: Promise<boolean> | null = null;

  /** Shows every change in a popup until it closes. */
  connect(popup: chrome.runtime.Port): void {
    this.#popup = popup;
    popup.onDisconnect.addListener(() => {
      if (this.#popup === popup) this.#popup = null;
    });
  }

  handle(message: FromPopup): Promise<void> {
    switch (message.type) {
      case 'open':
        return this.#open(message.tabId, message.isAgain);
      case 'read':
        return this.#read(message.keepTyped, message.element, message.large);
      case 'pick':
        return this.#pick(message.text);
      case 'keep':
        return this.#keep();
      case 'drop':
        return this.#drop(message.id);
      case 'upload':
        return this.#upload(message.settings);
    }
  }

  fail(cause: unknown): void {
    this.#update({ step: 'failed', problem: problemOf(cause), progress: null });
  }

  async #open(tabId: number, isAgain: boolean): Promise<void> {
    const [last, document] = await Promise.all([this.#lastState(), documentIn(tabId)]);
    const before = last?.tabId === tabId ? last : null;
    const isBusy = before?.step === 'uploading' && this.#state !== null;
    // The link stays in an open popup, and is still to be shown if the popup was closed before the upload ended.
    if (before && (isBusy || (before.step === 'done' && (isAgain || !before.isSeen)))) {
      this.#state = before;
      this.#update({ isSeen: true });
      return;
    }
    const isSameDocument = before !== null && document !== null && before.document === document;
    const { keepTyped, large, element } = isSameDocument ? before : initialState(tabId, document);
    this.#state = { ...initialState(tabId, document), element };
    if (await this.#showLastUpload()) return;
    await this.#showKept();
    await this.#read(keepTyped, element !== '', large);
  }

  async #read(keepTyped: boolean, element: boolean, large: string[]): Promise<void> {
    if (!this.#state) return;
    this.#reading?.abort(new Error('replaced'));
    const { signal } = (this.#reading = new AbortController());
    this.#page = null;
    this.#update({
      step: 'reading',
      progress: null,
      page: null,
      problem: null,
      result: null,
      keepTyped,
      large,
    });
    if (!element) this.#update({ element: '' });
    try {
      const page = await readPage({
        tabId: this.#state.tabId,
        keepTyped,
        element,
        large,
        signal,
        onProgress: (done, of) => this.#update({ progress: { done, of } }),
      });
      const isKept = (await keptPages()).some((kept) => isSamePage(kept, page));
      this.#page = isKept ? null : page;
      this.#update({ step: 'ready', page: this.#page && summaryOf(this.#page), progress: null });
    } catch (cause) {
      if (!signal.aborted) this.fail(cause);
    }
  }

  async #pick(text: string): Promise<void> {
    if (!this.#state) return;
    const label = await pickElement(this.#state.tabId, text);
    this.#update({ element: label });
    if (this.#popup) await this.#read(this.#state.keepTyped, label !== '', this.#state.large);
    // Newer browsers show the popup again; in others the user presses the button.
    else await chrome.action.openPopup().catch(() => null);
  }

  async #keep(): Promise<void> {
    if (!this.#page || !this.#state?.page) return;
    await keepPage(this.#page);
    this.#page = null;
    await this.#showKept();
    this.#update({ page: null, step: 'ready' });
  }

  async #drop(id: string): Promise<void> {
    await dropPage(id);
    await this.#showKept();
  }

  async #upload(settings: Settings): Promise<void> {
    if (this.#state?.step !== 'ready') return;
    this.#update({ step: 'uploading', problem: null });
    try {
      const kept = await keptPages();
      const pages = this.#page ? [...kept, this.#page] : kept;
      const captured = await uploadPages(pages, settings);
      await dropPages();
      this.#update({ step: 'done', kept: [], isSeen: this.#popup !== null, result: resultOf(captured) });
    } catch (cause) {
      this.#update({ step: 'ready', problem: problemOf(cause) });
    }
  }

  /**
   * Shows what an upload staged whose reply did not arrive, also when the browser ended the worker meanwhile. A popup
   * that closes and one that opens wait for the same reply.
   */
  #showLastUpload(): Promise<boolean> {
    this.#settling ??= settleLastUpload(async (captured, { keys }) => {
      for (const { id, key } of await keptPages()) if (keys.includes(key)) await dropPage(id);
      await this.#showKept();
      this.#update({ step: 'done', isSeen: this.#popup !== null, result: resultOf(captured) });
      await this.#store();
    }).finally(() => (this.#settling = null));
    return this.#settling;
  }

  async #showKept(): Promise<void> {
    this.#update({ kept: (await keptPages()).map(summaryOf) });
  }

  async #lastState(): Promise<CaptureState | null> {
    const { [STATE]: stored } = (await chrome.storage.session.get(STATE)) as { [STATE]?: CaptureState };
    return this.#state ?? stored ?? null;
  }

  #update(change: Partial<CaptureState>): void {
    if (!this.#state) return;
    this.#state = { ...this.#state, ...change };
    this.#popup?.postMessage(this.#state);
    void this.#store();
  }

  /** The browser may end this worker: what the user chose and the last result stay. */
  #store(): Promise<void> {
    return chrome.storage.session.set({ [STATE]: this.#state });
  }
}
