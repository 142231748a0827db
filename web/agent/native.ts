/**
 * The browser's own functions, held from before any script of the prototype has run: what the prototype later
 * replaces, freezes or shadows changes nothing for us, and nothing of ours is there for it to notice.
 */

type Method = (this: never, ...args: never[]) => unknown;

const { call } = Function.prototype;

/** A method as a plain function that takes its `this` first and looks nothing up when it runs. */
function plain<M extends Method>(method: M) {
  return call.bind(method) as (self: ThisParameterType<M>, ...args: Parameters<M>) => ReturnType<M>;
}

/** A property's getter as a plain function; the property itself may be shadowed, as by `<form name="title">`. */
function reader<T extends object, K extends keyof T>(prototype: T, name: K): (self: T) => T[K] {
  const getter = Object.getOwnPropertyDescriptor(prototype, name)?.get;
  return getter ? plain(getter as (this: T) => T[K]) : (self) => self[name];
}

function writer<T extends object, K extends keyof T>(prototype: T, name: K): (self: T, value: T[K]) => void {
  const setter = Object.getOwnPropertyDescriptor(prototype, name)?.set;
  if (setter) return plain(setter as (this: T, value: T[K]) => void);
  return (self, value) => {
    self[name] = value;
  };
}

/** An error of ours would reach the prototype's own error handler, so there are none. */
export function quietly<A>(act: (argument: A) => void): (argument: A) => void {
  return (argument) => {
    try {
      act(argument);
    } catch {
      // The next change is another chance.
    }
  };
}

const { setTimeout, setInterval, requestAnimationFrame } = window;
type Listen = (
  this: EventTarget,
  type: string,
  listener: (event: Event) => void,
  options: AddEventListenerOptions,
) => void;
const addEventListener = plain(EventTarget.prototype.addEventListener as Listen);
const removeEventListener = plain(EventTarget.prototype.removeEventListener as Listen);

export function later(act: () => void, ms: number): void {
  setTimeout(quietly(act), ms);
}

export function repeat(act: () => void, ms: number): void {
  setInterval(quietly(act), ms);
}

export function nextFrame(act: () => void): void {
  requestAnimationFrame(quietly(act));
}

/** In the capturing phase, so that what the prototype does with the event on its way comes after us. */
export function listen(
  target: EventTarget,
  type: string,
  act: (event: Event) => void,
  passive = false,
): void {
  addEventListener(target, type, quietly(act), { capture: true, passive });
}

/** Gives a function that makes a window's last listener for one event on its way back up: after the prototype's own. */
export function lastly(type: string, act: (event: Event) => void): () => void {
  const listener = quietly(act);
  return () => {
    removeEventListener(window, type, listener, {});
    addEventListener(window, type, listener, { once: true });
  };
}

export const stopHere = plain(Event.prototype.stopImmediatePropagation);
export const prevent = plain(Event.prototype.preventDefault);
export const isPrevented = reader(Event.prototype, 'defaultPrevented');
export const targetOf = reader(Event.prototype, 'target');
export const wayOf = plain(Event.prototype.composedPath);
export const dataOf = reader(MessageEvent.prototype, 'data');
export const originOf = reader(MessageEvent.prototype, 'origin');
export const sourceOf = reader(MessageEvent.prototype, 'source');
export const portsOf = reader(MessageEvent.prototype, 'ports');

export const post = plain(MessagePort.prototype.postMessage as (this: MessagePort, message: unknown) => void);
export const startPort = plain(MessagePort.prototype.start);

const { MutationObserver, ResizeObserver } = window;
const observeNode = plain(MutationObserver.prototype.observe);
const CONTENT: MutationObserverInit = { childList: true, subtree: true, characterData: true };

/** Calls `act` for every change of elements and texts within the nodes handed to the function it returns. */
export function observer(act: (changes: MutationRecord[]) => void, what = CONTENT): (node: Node) => void {
  const watching = new MutationObserver(quietly(act));
  return (node) => observeNode(watching, node, what);
}

const observeSize = plain(ResizeObserver.prototype.observe);
/** Calls `act` when an element handed to the function it returns has another size. */
export function sizeObserver(act: () => void): (element: Element) => void {
  const watching = new ResizeObserver(quietly(act));
  return (element) => observeSize(watching, element);
}

export const titleOf = reader(Document.prototype, 'title');
export const headOf = reader(Document.prototype, 'head');
export const widthOf = reader(window, 'innerWidth');
export const heightOf = reader(window, 'innerHeight');

export const cut = plain(String.prototype.slice);
const wellFormed = plain(String.prototype.toWellFormed);
const replaceAll = plain(
  String.prototype.replaceAll as (this: string, search: string, replacement: string) => string,
);
/** What a database can store of a text: without NUL, and with U+FFFD for half a surrogate pair. */
export const storable = (text: string) => replaceAll(wellFormed(text), '\0', '');
export const startsWith = plain(String.prototype.startsWith as (this: string, search: string) => boolean);

const create = plain(Document.prototype.createElement as (this: Document, tag: string) => HTMLElement);
export const element = (tag: string) => create(document, tag);
export const append = plain(Node.prototype.appendChild as (this: Node, child: Node) => Node);
export const remove = plain(Element.prototype.remove);
export const isConnected = reader(Node.prototype, 'isConnected');
export const write = writer(Node.prototype, 'textContent');
export const setAttribute = plain(Element.prototype.setAttribute);
export const toggleAttribute = plain(Element.prototype.toggleAttribute);
export const attachShadow = plain(Element.prototype.attachShadow);
export const isMatching = plain(Element.prototype.matches as (this: Element, selector: string) => boolean);
export const query = plain(
  Document.prototype.querySelectorAll as (this: Document, selector: string) => NodeListOf<Element>,
);
export const boxOf = plain(Element.prototype.getBoundingClientRect);
export const scrollTo = plain(
  Element.prototype.scrollIntoView as (this: Element, options: ScrollIntoViewOptions) => void,
);
export const setStyles = plain(CSSStyleDeclaration.prototype.setProperty);
export const inlineStyle = reader(HTMLElement.prototype, 'style');
const { getComputedStyle } = window;
export const styleOf = (one: Element) => getComputedStyle(one);

const elementsInDocument = plain(Document.prototype.elementsFromPoint);
const elementsInShadow = plain(ShadowRoot.prototype.elementsFromPoint);
export const elementsAt = (root: Document | ShadowRoot, x: number, y: number) =>
  root === document ? elementsInDocument(document, x, y) : elementsInShadow(root as ShadowRoot, x, y);

const { CSSStyleSheet } = window;
const fill = plain(CSSStyleSheet.prototype.replaceSync);
const adopt = writer(ShadowRoot.prototype, 'adoptedStyleSheets');
/** Styles that no Content-Security-Policy of the prototype's has a say in. */
export function wear(root: ShadowRoot, css: string): void {
  const sheet = new CSSStyleSheet();
  fill(sheet, css);
  adopt(root, [sheet]);
}

const sheetsOf = reader(Document.prototype, 'adoptedStyleSheets');
const setSheets = writer(Document.prototype, 'adoptedStyleSheets');
/** Styles of the page's own for a while, until the function it returns is called. */
export function dress(css: string): () => void {
  const sheet = new CSSStyleSheet();
  fill(sheet, css);
  setSheets(document, [...sheetsOf(document), sheet]);
  return () =>
    setSheets(
      document,
      [...sheetsOf(document)].filter((one) => one !== sheet),
    );
}

const focusOn = plain(window.focus as (this: Window) => void);
/** So that keys come here. */
export const takeFocus = () => focusOn(window);

const showOver = HTMLElement.prototype.showPopover as Method | undefined;
const hideOver = HTMLElement.prototype.hidePopover as Method | undefined;
const show = showOver && plain(HTMLElement.prototype.showPopover as (this: HTMLElement) => void);
const hide = hideOver && plain(HTMLElement.prototype.hidePopover as (this: HTMLElement) => void);
/** Puts an element with `popover` above all others; a browser without popovers has its z-index. */
export function raise(popover: HTMLElement): void {
  if (!show || !hide) return;
  if (isMatching(popover, ':popover-open')) hide(popover);
  show(popover);
}

const { crypto } = window;
const fillRandomly = plain(crypto.getRandomValues);
export function randomBytes(count: number): Uint8Array {
  const bytes = new Uint8Array(count);
  fillRandomly(crypto, bytes);
  return bytes;
}
