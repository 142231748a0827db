import { expect } from '../story.ts';
import type { Bidi } from './bidi.ts';

// The toolbar, its panels and the prompts of Firefox are a page too, which takes the same mouse events as any other.

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What the window of the browser has beyond that of a page. */
interface ChromeWindow {
  synthesizeMouseEvent: (type: string, x: number, y: number, state: object, options: object) => void;
}

/** Returns the box of an element once it is drawn. */
function boxOf(selector: string): Box | null {
  const element = document.querySelector(selector);
  const { x, y, width, height } = element?.getBoundingClientRect() ?? new DOMRect();
  return element?.checkVisibility() === true && width > 0 && height > 0 ? { x, y, width, height } : null;
}

/** The window of the browser itself, around its tabs. */
export class BrowserWindow {
  readonly #bidi: Bidi;
  readonly #context: string;

  constructor(bidi: Bidi, context: string) {
    this.#bidi = bidi;
    this.#context = context;
  }

  evaluate = <Args extends unknown[], T>(run: (...args: Args) => T, ...args: Args): Promise<Awaited<T>> =>
    this.#bidi.evaluate(this.#context, run, ...args);

  box = (selector: string): Promise<Box | null> => this.evaluate(boxOf, selector);

  /** Clicks with the mouse; what is there, a page or a panel, gets the event from the browser. */
  clickAt = (x: number, y: number): Promise<null | void> =>
    this.evaluate(
      (x, y) => {
        const { synthesizeMouseEvent } = window as unknown as ChromeWindow;
        for (const type of ['mousemove', 'mousedown', 'mouseup']) {
          const buttons = type === 'mousedown' ? 1 : 0;
          synthesizeMouseEvent.call(window, type, x, y, { button: 0, buttons, clickCount: 1 }, {});
        }
      },
      x,
      y,
    );

  /** Waits until an element stands still and clicks its middle. */
  async click(selector: string): Promise<void> {
    const { x, y, width, height } = await settled(() => this.box(selector), selector);
    await this.clickAt(x + width / 2, y + height / 2);
  }

  /** Answers the prompt under the address bar with its main button. */
  allow = (): Promise<void> =>
    this.click('#notification-popup[panelopen] .popup-notification-primary-button');
}

/** Waits for a box that is the same twice in a row. */
export async function settled(measure: () => Promise<Box | null>, message: string): Promise<Box> {
  let [before, box]: (Box | null)[] = [null, null];
  const isStill = async () => {
    [before, box] = [box ?? null, await measure()];
    return box !== null && JSON.stringify(box) === JSON.stringify(before);
  };
  await expect.poll(isStill, { message }).toBe(true);
  if (!box) throw new Error(`${message} is gone`);
  return box;
}
