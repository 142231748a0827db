import { own } from './own.ts';
import { STYLES } from './styles.ts';
import { isDarkPage } from './tones.ts';

/**
 * Contains everything the agent draws: above the page and its dialogs, in its own shadow tree, outside the
 * layout. See docs/decisions/0018.
 */
export class Layer {
  readonly shadow: ShadowRoot;
  readonly host = own.element('stagelink-pins');
  readonly #body = own.element('div');
  #zoom = 1;
  /** The overlay stays out of the DOM until there are pins: a framework may be about to hydrate it. */
  #isUsed = false;

  constructor() {
    own.setAttribute(this.host, 'popover', 'manual');
    this.shadow = own.attachShadow(this.host, { mode: 'closed' });
    own.adoptStyles(this.shadow, STYLES);
    own.setAttribute(this.#body, 'class', 'layer');
    own.append(this.shadow, this.#body);
  }

  /** Adds an element; hidden until first placed. */
  add(className: string, into: Element = this.#body): HTMLElement {
    if (!this.#isUsed) {
      this.#isUsed = true;
      this.raise();
    }
    const part = own.element('div');
    own.setAttribute(part, 'class', className);
    own.append(into, part);
    return part;
  }

  /** Raises the overlay above elements that entered the top layer later. */
  raise(): void {
    if (!this.#isUsed) return;
    if (!own.isConnected(this.host)) own.append(document.documentElement, this.host);
    own.raise(this.host);
  }

  /** Reverts the page's effects on the overlay: the root's zoom, or its removal. */
  restore(): void {
    if (!this.#isUsed) return;
    if (!own.isConnected(this.host)) this.raise();
    const { currentCSSZoom = 1 } = this.host as { currentCSSZoom?: number };
    if (currentCSSZoom === this.#zoom) return;
    this.#zoom = currentCSSZoom;
    own.setStyles(own.inlineStyle(this.#body), 'zoom', `${1 / currentCSSZoom}`);
  }

  /** Takes colors that can be seen on the page. */
  matchPage(): void {
    own.toggleAttribute(this.#body, 'data-dark', isDarkPage());
  }
}
