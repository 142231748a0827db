import { own } from './own.ts';
import { STYLES } from './styles.ts';

/**
 * Contains everything the agent draws: above the page and its dialogs, in its own shadow tree, outside the
 * layout.
 */
export interface Layer {
  host: HTMLElement;
  shadow: ShadowRoot;
  /** Adds an element; hidden until first placed. */
  add: (className: string, into?: Element) => HTMLElement;
  /** Raises the overlay above elements that entered the top layer later. */
  raise: () => void;
  /** Reverts the page's effects on the overlay: the root's zoom, or its removal. */
  restore: () => void;
  setDark: (isDark: boolean) => void;
}

/** Creates the layer that pins are drawn in. See docs/decisions/0018. */
export function createLayer(): Layer {
  const host = own.element('stagelink-pins');
  own.setAttribute(host, 'popover', 'manual');
  const shadow = own.attachShadow(host, { mode: 'closed' });
  own.adoptStyles(shadow, STYLES);
  const body = own.element('div');
  own.setAttribute(body, 'class', 'layer');
  own.append(shadow, body);
  let zoom = 1;
  /** The overlay stays out of the DOM until there are pins: a framework may be about to hydrate it. */
  let isUsed = false;

  const layer: Layer = {
    host,
    shadow,
    add(className, into = body) {
      if (!isUsed) {
        isUsed = true;
        layer.raise();
      }
      const part = own.element('div');
      own.setAttribute(part, 'class', className);
      own.append(into, part);
      return part;
    },
    raise() {
      if (!isUsed) return;
      if (!own.isConnected(host)) own.append(document.documentElement, host);
      own.raise(host);
    },
    restore() {
      if (!isUsed) return;
      if (!own.isConnected(host)) layer.raise();
      const { currentCSSZoom = 1 } = host as { currentCSSZoom?: number };
      if (currentCSSZoom === zoom) return;
      zoom = currentCSSZoom;
      own.setStyles(own.inlineStyle(body), 'zoom', `${1 / zoom}`);
    },
    setDark: (isDark) => own.toggleAttribute(body, 'data-dark', isDark),
  };
  return layer;
}
