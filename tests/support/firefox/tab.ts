import { expect } from '../story.ts';
import type { Bidi } from './bidi.ts';

interface Node {
  sharedId: string;
}

interface Point {
  x: number;
  y: number;
}

/** Where an element can be clicked; null while it cannot. */
function clickable(element: HTMLElement): Point | null {
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { x, y, width, height } = element.getBoundingClientRect();
  const middle = { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
  const hit = document.elementFromPoint(middle.x, middle.y);
  const isReady = element.contains(hit) && !element.matches(':disabled, [aria-disabled="true"]');
  return isReady ? middle : null;
}

/** An element by its selector, or by its role and name. */
type Target = string | { role: string; name: string };

/** A tab whose page is read and used as by a user. */
export class FirefoxTab {
  readonly #bidi: Bidi;
  readonly #context: string;

  constructor(bidi: Bidi, context: string) {
    this.#bidi = bidi;
    this.#context = context;
  }

  async goto(url: string): Promise<void> {
    await this.#bidi.send('browsingContext.navigate', { context: this.#context, url, wait: 'complete' });
  }

  evaluate = <Args extends unknown[], T>(run: (...args: Args) => T, ...args: Args): Promise<Awaited<T>> =>
    this.#bidi.evaluate(this.#context, run, ...args);

  /** Returns the visible text of the page. */
  text = (): Promise<string> => this.evaluate(() => document.body.innerText);

  async #nodes(target: Target): Promise<Node[]> {
    const locator =
      typeof target === 'string' ? { type: 'css', value: target } : { type: 'accessibility', value: target };
    const params = { context: this.#context, locator };
    return (await this.#bidi.send<{ nodes: Node[] }>('browsingContext.locateNodes', params)).nodes;
  }

  async #point(target: Target): Promise<Point | null> {
    const [node] = await this.#nodes(target);
    if (!node) return null;
    const { result } = await this.#bidi.send<{ result: { value?: string } }>('script.callFunction', {
      functionDeclaration: `(element) => JSON.stringify((${clickable.toString()})(element))`,
      arguments: [{ sharedId: node.sharedId }],
      target: { context: this.#context },
      awaitPromise: false,
    });
    return JSON.parse(result.value ?? 'null') as Point | null;
  }

  /** Waits until an element can be used and clicks it with the mouse. */
  async click(target: Target): Promise<void> {
    let point: Point | null = null;
    const find = async () => (point = await this.#point(target));
    await expect.poll(find, { message: JSON.stringify(target) }).not.toBeNull();
    await this.#perform('pointer', [
      { type: 'pointerMove', ...(point as Point | null) },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]);
  }

  /** Replaces the text of a field, key by key. */
  async type(selector: string, text: string): Promise<void> {
    await this.click(selector);
    await this.evaluate((found) => document.querySelector<HTMLInputElement>(found)?.select(), selector);
    const keys = [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await this.#perform('key', keys);
  }

  async #perform(type: 'pointer' | 'key', actions: object[]): Promise<void> {
    const source = { type, id: type, actions };
    await this.#bidi.send('input.performActions', { context: this.#context, actions: [source] });
  }
}
