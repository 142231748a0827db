import { expect } from '../story.ts';
import { type Box, type BrowserWindow, settled } from './browserWindow.ts';

const POPUP = 'panel[panelopen] .webextension-popup-browser';

/** What the element that shows a popup has beyond others. */
interface PopupBrowser extends HTMLElement {
  currentURI: { spec: string };
  messageManager: {
    addMessageListener: (name: string, listener: (message: { data: string }) => void) => void;
    loadFrameScript: (url: string, isDelayed: boolean) => void;
  };
}

/** A popup under the toolbar, which the protocol does not show as a page. */
export class FirefoxPopup {
  readonly #window: BrowserWindow;

  constructor(window: BrowserWindow) {
    this.#window = window;
  }

  /** Runs a function in the process of the popup, where it is given the popup's document. */
  async #evaluate<Args extends unknown[], T>(
    run: (document: Document, ...args: Args) => T,
    ...args: Args
  ): Promise<T> {
    const given = ['content.document', ...args.map((arg) => JSON.stringify(arg))].join(', ');
    const name = `story-${crypto.randomUUID()}`;
    const script = `sendAsyncMessage('${name}', JSON.stringify((${run.toString()})(${given}) ?? null))`;
    const reply = await this.#window.evaluate(
      (selector, name, url) =>
        new Promise<string>((resolve, reject) => {
          const popup = document.querySelector<PopupBrowser>(selector);
          if (!popup) return reject(new Error('The popup is closed.'));
          popup.messageManager.addMessageListener(name, ({ data }) => resolve(data));
          popup.messageManager.loadFrameScript(url, false);
        }),
      POPUP,
      name,
      `data:,${encodeURIComponent(script)}`,
    );
    return JSON.parse(reply) as T;
  }

  /** Returns the visible text of an element. */
  text = (selector: string): Promise<string> =>
    this.#evaluate(
      (document, found) => document.querySelector<HTMLElement>(found)?.innerText ?? '',
      selector,
    );

  /** Chooses an option of a list: the list itself is drawn by the system. */
  choose = (selector: string, value: string): Promise<void> =>
    this.#evaluate(
      (document, found, chosen) => {
        const list = document.querySelector<HTMLSelectElement>(found);
        if (!list) return;
        list.value = chosen;
        list.dispatchEvent(new Event('change', { bubbles: true }));
      },
      selector,
      value,
    );

  /** Waits until an element can be used and clicks it with the mouse. */
  async click(selector: string): Promise<void> {
    const measure = async (): Promise<Box | null> => {
      const [popup, box] = [await this.#window.box(POPUP), await this.#usableBox(selector)];
      return popup && box && { ...box, x: popup.x + box.x, y: popup.y + box.y };
    };
    const { x, y, width, height } = await settled(measure, selector);
    await this.#window.clickAt(x + width / 2, y + height / 2);
  }

  #usableBox = (selector: string): Promise<Box | null> =>
    this.#evaluate((document, found) => {
      const element = document.querySelector(found);
      if (element?.checkVisibility() !== true || element.matches(':disabled')) return null;
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { x, y, width, height } = element.getBoundingClientRect();
      const hit = document.elementFromPoint(x + width / 2, y + height / 2);
      return element.contains(hit) ? { x, y, width, height } : null;
    }, selector);
}

/** Chooses the extension in the list of extensions in the toolbar. Returns the popup it shows. */
export async function pressToolbarButton(window: BrowserWindow, extension: string): Promise<FirefoxPopup> {
  await window.click('#unified-extensions-button');
  await window.click(
    `#unified-extensions-panel[panelopen] .unified-extensions-item-action-button[data-extensionid="${extension}"]`,
  );
  const isLoaded = () =>
    window.evaluate((selector) => {
      const popup = document.querySelector<PopupBrowser>(selector);
      return popup?.currentURI.spec.endsWith('/popup.html') === true;
    }, POPUP);
  await expect.poll(isLoaded, { message: 'the popup' }).toBe(true);
  return new FirefoxPopup(window);
}
