import * as dom from './dom.ts';

const HOST = 'stagelink-capture-pick';

/** Returns how an element is called in the popup, such as “section.prices, 960 × 420”. */
export function labelOf(element: Element): string {
  const { width, height } = dom.rectangleOf(element);
  const [first = ''] = dom.valueOf(element, 'class').trim().split(/\s+/);
  const name = `${dom.localNameOf(element)}${first === '' ? '' : `.${first}`}`.slice(0, 60);
  return `${name}, ${Math.round(width)} × ${Math.round(height)}`;
}

/** `all` keeps the page's styles away; the page is below, so that the outline takes no click. */
const HOST_STYLES = 'all:initial;position:fixed;inset:0;z-index:2147483647;pointer-events:none';
const OUTLINE_STYLES =
  'position:fixed;border:2px solid #F59E0B;background:rgb(245 158 11/.12);border-radius:3px';
const BAR_STYLES =
  'position:fixed;left:50%;bottom:24px;transform:translateX(-50%);padding:10px 16px;border-radius:10px;' +
  'background:#17191C;color:#FAF9F7;font:500 14px/20px system-ui,sans-serif';

function styled(styles: string): HTMLElement {
  const element = document.createElement('div');
  element.style.cssText = styles;
  return element;
}

/** Shows what to do, and outlines the element under the pointer. */
class PickOverlay {
  readonly #host = styled(HOST_STYLES);
  readonly #outline = styled(OUTLINE_STYLES);

  constructor(text: string) {
    this.#host.id = HOST;
    const bar = styled(BAR_STYLES);
    bar.setAttribute('role', 'status');
    bar.textContent = text;
    this.#host.attachShadow({ mode: 'closed' }).append(this.#outline, bar);
    document.documentElement.append(this.#host);
  }

  /** Outlines the element at the pointer and returns it. */
  aim(event: Event): Element | null {
    const { clientX, clientY } = event as PointerEvent;
    const element = document.elementFromPoint(clientX, clientY);
    if (!element) return null;
    const { left, top, width, height } = dom.rectangleOf(element);
    Object.assign(this.#outline.style, {
      left: `${left}px`,
      top: `${top}px`,
      width: `${width}px`,
      height: `${height}px`,
    });
    return element;
  }

  remove(): void {
    this.#host.remove();
  }
}

function swallow(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Lets the user choose an element; resolves to null after Escape. Nothing of it stays in the page. */
export function pickElement(text: string, signal: AbortSignal): Promise<Element | null> {
  const overlay = new PickOverlay(text);
  const stop = new AbortController();
  const { promise, resolve } = Promise.withResolvers<Element | null>();
  const end = (element: Element | null): void => {
    stop.abort();
    overlay.remove();
    resolve(element);
  };
  const listen = (type: string, take: (event: Event) => void): void =>
    window.addEventListener(type, take, { capture: true, signal: stop.signal });

  listen('pointermove', (event) => overlay.aim(event));
  for (const type of ['pointerdown', 'pointerup', 'mousedown', 'mouseup']) listen(type, swallow);
  listen('click', (event) => {
    swallow(event);
    // A click that a script of the page makes chooses nothing.
    if (event.isTrusted) end(overlay.aim(event));
  });
  listen('keydown', (event) => {
    if ((event as KeyboardEvent).key !== 'Escape') return;
    swallow(event);
    end(null);
  });
  signal.addEventListener('abort', () => end(null), { signal: stop.signal });
  return promise;
}
