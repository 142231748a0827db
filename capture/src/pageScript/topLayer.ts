import { TOP_LAYER } from './css.ts';
import * as dom from './dom.ts';

// Only scripts open modal dialogs and popovers, and a captured page runs none. Styles put them above the page instead.

const NO_COLOR = /^transparent$|[,/]\s*0(?:\.0+)?%?\)$/;

/** What browsers apply to elements in the top layer, with the lowest weight of a page's own rules. */
export const TOP_LAYER_CSS =
  `:where([${TOP_LAYER}]){position:fixed;inset-block:0;overflow:auto}` +
  `:where(dialog[${TOP_LAYER}]){max-width:calc(100% - 6px - 2em);max-height:calc(100% - 6px - 2em)}` +
  `:where([popover][${TOP_LAYER}]){display:block}` +
  `[${TOP_LAYER}]{z-index:2147483647!important}`;

/** Returns how an element is in the top layer; null for one that is not. */
function modeOf(element: Element): 'modal' | 'popover' | null {
  if (dom.localNameOf(element) === 'dialog' && dom.isMatching(element, ':modal')) return 'modal';
  return dom.hasAttribute(element, 'popover') && dom.isMatching(element, ':popover-open') ? 'popover' : null;
}

/** Draws the backdrop, which belongs to no element. */
function backdropOf(element: Element): string {
  const { backgroundColor } = getComputedStyle(element, '::backdrop');
  if (NO_COLOR.test(backgroundColor)) return '';
  const { boxShadow } = getComputedStyle(element);
  const own = boxShadow === 'none' ? '' : `${boxShadow},`;
  return `box-shadow:${own}0 0 0 200vmax ${backgroundColor}`;
}

/** Whether an element of a document or a shadow root is in the top layer. */
export const hasTopLayer = (root: ParentNode): boolean =>
  root.querySelector('dialog:modal,[popover]:popover-open') !== null;

export interface TopLayer {
  mode: string;
  style: string;
}

/** Returns what to write for an element in the top layer; null for any other. */
export function topLayerOf(element: Element): TopLayer | null {
  const mode = dom.isHtml(element) ? modeOf(element) : null;
  return mode && { mode, style: backdropOf(element) };
}
