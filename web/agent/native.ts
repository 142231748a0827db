/**
 * Native functions captured before the prototype's scripts run. The prototype can neither replace them for
 * the agent nor observe that the agent uses them.
 */

type Method = (this: never, ...args: never[]) => unknown;

const { call } = Function.prototype;

/**
 * Returns a method as a function that takes `this` as its first argument and looks up nothing when called.
 */
function plain<M extends Method>(method: M) {
  return call.bind(method) as (self: ThisParameterType<M>, ...args: Parameters<M>) => ReturnType<M>;
}

/** Returns a property's getter as a function. `<form name="title">` can shadow the property itself. */
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

/** Swallows errors: they would reach the prototype's own error handler. */
export function withoutErrors<A>(act: (argument: A) => void): (argument: A) => void {
  return (argument) => {
    try {
      act(argument);
    } catch {
      // The next change tries again.
    }
  };
}

const { setTimeout, setInterval, requestAnimationFrame, fetch } = window;
/** Asks for a file without the page’s own code. */
export const askFor = (url: string, options: RequestInit): Promise<Response> => fetch(url, options);

type Listen = (
  this: EventTarget,
  type: string,
  listener: (event: Event) => void,
  options: AddEventListenerOptions,
) => void;
const addEventListener = plain(EventTarget.prototype.addEventListener as Listen);
const removeEventListener = plain(EventTarget.prototype.removeEventListener as Listen);

export function later(act: () => void, ms: number): void {
  setTimeout(withoutErrors(act), ms);
}

export function repeat(act: () => void, ms: number): void {
  setInterval(withoutErrors(act), ms);
}

export function nextFrame(act: () => void): void {
  requestAnimationFrame(withoutErrors(act));
}

const { apply } = Reflect;
const { Proxy } = window as unknown as { Proxy: ProxyConstructor };
type See = (given: unknown[]) => ((result: unknown) => void) | void;
/**
 * Sees each call of a function of the page before it runs, and may see its result. The page finds the function as it was:
 * by its name, its text and its properties.
 */
export function tap(owner: object, name: string, see: See): void {
  const functions = owner as Record<string, object | undefined>;
  const original = functions[name];
  // Older browsers do not have every function.
  if (!original) return;
  functions[name] = new Proxy(original, {
    apply(target, self, given) {
      let after: ReturnType<See> = undefined;
      try {
        after = see(given);
      } catch {
        // The call goes on.
      }
      const result: unknown = apply(target as () => unknown, self, given);
      after?.(result);
      return result;
    },
  });
}

/** Calls a function of the page as the page would. */
export const callAs = (act: unknown, self: unknown, given: unknown[]): unknown =>
  apply(act as () => unknown, self, given);

/** Listens in the capturing phase, before the prototype handles the event. */
export function listen(
  target: EventTarget,
  type: string,
  act: (event: Event) => void,
  passive = false,
): void {
  addEventListener(target, type, withoutErrors(act), { capture: true, passive });
}

/**
 * Returns a function that adds a one-time bubbling listener to the window after all listeners of the
 * prototype.
 */
export function microtask(type: string, act: (event: Event) => void): () => void {
  const listener = withoutErrors(act);
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

const { MessageChannel } = window;
const firstPort = reader(MessageChannel.prototype, 'port1');
const secondPort = reader(MessageChannel.prototype, 'port2');

/**
 * Returns a function that resolves in a task of its own. Nested timers of the browser wait four milliseconds, which
 * a message does not.
 */
export function taskSource(): () => Promise<void> {
  const channel = new MessageChannel();
  const [receiver, sender] = [firstPort(channel), secondPort(channel)];
  const waiting: (() => void)[] = [];
  addEventListener(receiver, 'message', () => waiting.shift()?.(), {});
  startPort(receiver);
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      post(sender, null);
    });
}

const { MutationObserver, ResizeObserver } = window;
const observeNode = plain(MutationObserver.prototype.observe);
const CONTENT: MutationObserverInit = { childList: true, subtree: true, characterData: true };

/** Calls `act` for every change of elements and texts within the nodes passed to the returned function. */
export function observer(act: (changes: MutationRecord[]) => void, what = CONTENT): (node: Node) => void {
  const watching = new MutationObserver(withoutErrors(act));
  return (node) => observeNode(watching, node, what);
}

const observeSize = plain(ResizeObserver.prototype.observe);
/** Calls `act` when an element passed to the returned function changes its size. */
export function sizeObserver(act: () => void): (element: Element) => void {
  const watching = new ResizeObserver(withoutErrors(act));
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
/** Replaces what Postgres cannot store: removes NUL, and puts U+FFFD for lone surrogates. */
export const storable = (text: string) => replaceAll(wellFormed(text), '\0', '');
export const startsWith = plain(String.prototype.startsWith as (this: string, search: string) => boolean);

const create = plain(Document.prototype.createElement as (this: Document, tag: string) => HTMLElement);
export const element = (tag: string) => create(document, tag);
export const append = plain(Node.prototype.appendChild as (this: Node, child: Node) => Node);
export const remove = plain(Element.prototype.remove);
export const isConnected = reader(Node.prototype, 'isConnected');
export const write = writer(Node.prototype, 'textContent');
export const setAttribute = plain(Element.prototype.setAttribute);
export const attributeOf = plain(Element.prototype.getAttribute);
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
/** Constructed style sheets are exempt from the prototype's Content-Security-Policy. */
export function adoptStyles(root: ShadowRoot, css: string): void {
  const sheet = new CSSStyleSheet();
  fill(sheet, css);
  adopt(root, [sheet]);
}

const sheetsOf = reader(Document.prototype, 'adoptedStyleSheets');
const setSheets = writer(Document.prototype, 'adoptedStyleSheets');
/** Adds styles to the page. Returns a function that removes them. */
export function withStyles(css: string): () => void {
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
/** Moves keyboard input to this frame. */
export const takeFocus = () => focusOn(window);

const showOver = HTMLElement.prototype.showPopover as Method | undefined;
const hideOver = HTMLElement.prototype.hidePopover as Method | undefined;
const show = showOver && plain(HTMLElement.prototype.showPopover as (this: HTMLElement) => void);
const hide = hideOver && plain(HTMLElement.prototype.hidePopover as (this: HTMLElement) => void);
/** Shows a `popover` element in the top layer; browsers without popovers use its z-index. */
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
