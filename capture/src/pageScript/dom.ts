// Named fields of a form hide its properties, in every world, so properties are read from the prototypes.

function getter<Owner extends object, Value>(prototype: Owner, name: keyof Owner): (of: Owner) => Value {
  const get = Object.getOwnPropertyDescriptor(prototype, name)?.get as (this: Owner) => Value;
  return (of) => get.call(of);
}

export const firstChildOf = getter<Node, ChildNode | null>(Node.prototype, 'firstChild');
export const nextSiblingOf = getter<Node, ChildNode | null>(Node.prototype, 'nextSibling');
export const nodeTypeOf = getter<Node, number>(Node.prototype, 'nodeType');
export const parentOf = getter<Node, ParentNode | null>(Node.prototype, 'parentNode');
export const textOf = getter<Node, string | null>(Node.prototype, 'textContent');
export const attributesOf = getter<Element, NamedNodeMap>(Element.prototype, 'attributes');
export const localNameOf = getter<Element, string>(Element.prototype, 'localName');
const namespaceOf = getter<Element, string | null>(Element.prototype, 'namespaceURI');
export const titleOf = getter<Document, string>(Document.prototype, 'title');

const rectangle = Element.prototype.getBoundingClientRect;
export const rectangleOf = (element: Element): DOMRect => rectangle.call(element);

const attribute = Element.prototype.getAttribute;
/** Returns the value of an attribute, empty without it. */
export const valueOf = (element: Element, name: string): string => attribute.call(element, name) ?? '';

const matching = Element.prototype.matches;
export const isMatching = (element: Element, selector: string): boolean => matching.call(element, selector);

const has = Element.prototype.hasAttribute;
export const hasAttribute = (element: Element, name: string): boolean => has.call(element, name);

const XHTML = 'http://www.w3.org/1999/xhtml';
/** Compares names: an element of a frame is no instance of this window's classes. */
export const isHtml = (element: Element): boolean => namespaceOf(element) === XHTML;
export const isInput = (element: Element): element is HTMLInputElement =>
  isHtml(element) && localNameOf(element) === 'input';

/** Elements that authors may give a shadow root. */
const HOSTS =
  /^(?:article|aside|blockquote|body|div|footer|h[1-6]|header|main|nav|p|section|span|[a-z][^\s]*-[^\s]*)$/;

declare global {
  interface Element {
    /** Firefox has it for extensions, which Chromium gives a function. */
    readonly openOrClosedShadowRoot?: ShadowRoot | null;
  }
}

const rootOf = (element: HTMLElement): ShadowRoot | null =>
  'dom' in chrome ? chrome.dom.openOrClosedShadowRoot(element) : (element.openOrClosedShadowRoot ?? null);

/** Returns the open or closed shadow root of an element. */
export const shadowOf = (element: Element): ShadowRoot | null =>
  isHtml(element) && HOSTS.test(localNameOf(element)) ? rootOf(element as HTMLElement) : null;
