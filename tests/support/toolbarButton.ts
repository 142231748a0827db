import type { BrowserContext, CDPSession } from '@playwright/test';
import { expect } from './story.ts';

interface Reply {
  id: number;
  error?: { message: string };
  result?: { result?: { value?: unknown }; exceptionDetails?: { text: string } };
}

/** A popup under the toolbar. Playwright has no page for it, so it is driven through the browser's own protocol. */
export class ToolbarPopup {
  readonly #browser: CDPSession;
  readonly #sessionId: string;
  readonly #replies = new Map<number, (reply: Reply) => void>();
  #sent = 0;

  constructor(browser: CDPSession, sessionId: string) {
    this.#browser = browser;
    this.#sessionId = sessionId;
    browser.on('Target.receivedMessageFromTarget', ({ sessionId: from, message }) => {
      const reply = JSON.parse(message) as Reply;
      if (from === sessionId) this.#replies.get(reply.id)?.(reply);
    });
  }

  async #send(method: string, params: object): Promise<Reply['result']> {
    this.#sent += 1;
    const id = this.#sent;
    const replied = new Promise<Reply>((resolve) => this.#replies.set(id, resolve));
    const message = JSON.stringify({ id, method, params });
    await this.#browser.send('Target.sendMessageToTarget', { sessionId: this.#sessionId, message });
    const { error, result } = await replied;
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  }

  async #evaluate(expression: string): Promise<unknown> {
    const reply = await this.#send('Runtime.evaluate', { expression, returnByValue: true });
    if (reply?.exceptionDetails) throw new Error(reply.exceptionDetails.text);
    return reply?.result?.value;
  }

  /** Returns the visible text of an element. */
  text = async (selector: string): Promise<string> =>
    String(await this.#evaluate(`document.querySelector(${JSON.stringify(selector)})?.innerText ?? ''`));

  /** Chooses an option of a list: the list itself is drawn by the system. */
  async choose(selector: string, value: string): Promise<void> {
    const found = `document.querySelector(${JSON.stringify(selector)})`;
    await this.#evaluate(
      `${found}.value = ${JSON.stringify(value)}; ${found}.dispatchEvent(new Event('change', { bubbles: true }))`,
    );
  }

  /** Waits until an element can be used and clicks it with the mouse. */
  async click(selector: string): Promise<void> {
    const found = `document.querySelector(${JSON.stringify(selector)})`;
    const ready = `Boolean(${found}?.checkVisibility() && !${found}.disabled)`;
    await expect.poll(() => this.#evaluate(ready), { message: selector }).toBe(true);
    const middle = (await this.#evaluate(
      `${found}.scrollIntoView({ block: 'center' }), (({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }))(${found}.getBoundingClientRect())`,
    )) as { x: number; y: number };
    for (const type of ['mouseMoved', 'mousePressed', 'mouseReleased']) {
      await this.#send('Input.dispatchMouseEvent', { type, ...middle, button: 'left', clickCount: 1 });
    }
  }
}

const ALL_TARGETS = { filter: [{}] };

/** Presses the extension's button in the toolbar of the tab in front. Returns the popup it shows. */
export async function pressToolbarButton(
  context: BrowserContext,
  extensionId: string,
  address: string,
): Promise<ToolbarPopup> {
  const cdp = await context.browser()?.newBrowserCDPSession();
  if (!cdp) throw new Error('The browser has no protocol.');
  const targets = async () => (await cdp.send('Target.getTargets', ALL_TARGETS)).targetInfos;
  const tab = (await targets()).find(({ type, url }) => type === 'tab' && url === address);
  if (!tab) throw new Error(`No tab shows ${address}`);
  // The types of Playwright's protocol are older than this command.
  const send = cdp.send.bind(cdp) as (method: string, params: object) => Promise<unknown>;
  await send('Extensions.triggerAction', { id: extensionId, targetId: tab.targetId });
  const popupUrl = `chrome-extension://${extensionId}/popup.html`;
  const popup = async () =>
    (await targets()).find(({ type, url }) => type === 'page' && url === popupUrl)?.targetId;
  await expect.poll(popup, { message: 'the popup' }).toBeDefined();
  const { sessionId } = await cdp.send('Target.attachToTarget', {
    targetId: (await popup()) ?? '',
    flatten: false,
  });
  return new ToolbarPopup(cdp, sessionId);
}
