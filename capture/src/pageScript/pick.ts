import * as dom from './dom.ts';

const HOST = 'stagelink-capture-pick';

/** Returns how an element is called in the popup, such as “section.prices, 960 × 420”. */
export function labelOf(element: Element): string {
  const { width, height } = dom.rectangleOf(element);
  const [first = ''] = dom.valueOf(element, 'class').trim().split(/\s+/);
  const name = `${dom.localNameOf(element)}${first === '' ? '' : `.${first}`}`.slice(0, 60);
  return `${name}, ${Math.round(width)} × ${Math.round(height)}`;
}

const hostOf = (): HTMLElement => {
  const host = document.createElement('div');
  host.id = HOST;
  // `all` keeps the page's styles away; the page is below, so that the outline takes no click.
  host.style.cssText = 'all:initial;position:fixed;inset:0;z-index:2147483647;pointer-events:none';
  return host;
};

/** Lets the user choose an element; resolves to null after Escape. Nothing of it stays in the page. */
export function pickElement(text: string, signal: AbortSignal): Promise<Element | null> {
  const host = hostOf();
  const root = host.attachShadow({ mode: 'closed' });
  const outline = document.createElement('div');
  outline.style.cssText =
    'position:fixed;border:2px solid #F59E0B;background:rgb(245 158 11/.12);border-radius:3px';
  const bar = document.createElement('div');
  bar.setAttribute('role', 'status');
  bar.textContent = text;
  bar.style.cssText =
    'position:fixed;left:50%;bottom:24px;transform:translateX(-50%);padding:10px 16px;border-radius:10px;' +
    'background:#17191C;color:#FAF9F7;font:500 14px/20px system-ui,sans-serif';
  root.append(outline, bar);
  document.documentElement.append(host);

  return new Promise((resolve) => {
    let current: Element | null = null;
    const stop = new AbortController();
    const end = (element: Element | null): void => {
      stop.abort();
      host.remove();
      resolve(element);
    };
    const options = { capture: true, signal: stop.signal };
    const swallow = (event: Event): void => {
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    const move = (event: Event): void => {
      const { clientX, clientY } = event as PointerEvent;
      current = document.elementFromPoint(clientX, clientY);
      if (!current) return;
      const { left, top, width, height } = dom.rectangleOf(current);
      Object.assign(outline.style, {
        left: `${left}px`,
        top: `${top}px`,
        width: `${width}px`,
        height: `${height}px`,
      });
    };
    window.addEventListener('pointermove', move, options);
    for (const type of ['pointerdown', 'pointerup', 'mousedown', 'mouseup']) {
      window.addEventListener(type, swallow, options);
    }
    window.addEventListener(
      'click',
      (event) => {
        swallow(event);
        // A click that a script of the page makes chooses nothing.
        if (!event.isTrusted) return;
        move(event);
        end(current);
      },
      options,
    );
    window.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape') return;
        swallow(event);
        end(null);
      },
      options,
    );
    signal.addEventListener('abort', () => end(null), { signal: stop.signal });
  });
}
