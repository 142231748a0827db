import { STYLE_MAX, STYLES_MAX } from '@stagelink/shared/preview/inspectionLimits';
import { own } from '../pins/own.ts';

/** The properties that comments are about, the most important first. */
const PROPERTIES =
  'color background-color background-image font-size font-weight font-family font-style line-height letter-spacing text-align text-transform text-decoration-line white-space display position padding margin border border-radius box-shadow gap flex-direction flex-wrap justify-content align-items grid-template-columns opacity overflow object-fit transform z-index visibility'.split(
    ' ',
  );
/** An element of these names loads or runs something. */
const ACTIVE = /^(?:script|style|link|iframe|object|embed|img|video|audio|source|track|template)$|-/;

/**
 * Returns the computed styles of an element that differ from those of such an element without the page’s styles, which
 * is in the agent’s own shadow tree for a moment.
 */
export function stylesOf(element: Element, shadow: ShadowRoot): string[] {
  // The agent has drawn nothing yet.
  if (!own.isConnected(shadow)) return [];
  const bare = own.element(ACTIVE.test(element.localName) ? 'div' : element.localName);
  own.setStyles(own.inlineStyle(bare), 'all', 'revert');
  own.append(shadow, bare);
  try {
    const [computed, plain] = [own.styleOf(element), own.styleOf(bare)];
    return PROPERTIES.flatMap((name) => {
      const value = computed.getPropertyValue(name);
      if (value === '' || value === plain.getPropertyValue(name)) return [];
      return [own.storable(own.cut(`${name}: ${value}`, 0, STYLE_MAX))];
    }).slice(0, STYLES_MAX);
  } finally {
    own.remove(bare);
  }
}
