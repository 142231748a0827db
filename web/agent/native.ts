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

/** An error of ours would reach the prototype's own error handler, so there are none. */
function quietly<A>(act: (argument: A) => void): (argument: A) => void {
  return (argument) => {
    try {
      act(argument);
    } catch {
      // The next change is another chance.
    }
  };
}

const { setTimeout, setInterval } = window;
const addEventListener = plain(
  EventTarget.prototype.addEventListener as (
    this: EventTarget,
    type: string,
    listener: (event: Event) => void,
    capture: boolean,
  ) => void,
);

export function later(act: () => void, ms: number): void {
  setTimeout(quietly(act), ms);
}

export function repeat(act: () => void, ms: number): void {
  setInterval(quietly(act), ms);
}

/** In the capturing phase, so that what the prototype does with the event on its way comes after us. */
export function listen(target: EventTarget, type: string, act: (event: Event) => void): void {
  addEventListener(target, type, quietly(act), true);
}

export const stopHere = plain(Event.prototype.stopImmediatePropagation);
export const dataOf = reader(MessageEvent.prototype, 'data');
export const originOf = reader(MessageEvent.prototype, 'origin');
export const sourceOf = reader(MessageEvent.prototype, 'source');
export const portsOf = reader(MessageEvent.prototype, 'ports');

export const post = plain(MessagePort.prototype.postMessage as (this: MessagePort, message: unknown) => void);
export const startPort = plain(MessagePort.prototype.start);

const observeNode = plain(MutationObserver.prototype.observe);

/** Calls `act` for every change of elements and texts within the nodes handed to the function it returns. */
export function observer(act: () => void): (node: Node) => void {
  const watching = new MutationObserver(quietly(act));
  return (node) => observeNode(watching, node, { childList: true, subtree: true, characterData: true });
}

export const titleOf = reader(Document.prototype, 'title');
export const headOf = reader(Document.prototype, 'head');
export const widthOf = reader(window, 'innerWidth');
export const heightOf = reader(window, 'innerHeight');

export const cut = plain(String.prototype.slice);
export const startsWith = plain(String.prototype.startsWith as (this: string, search: string) => boolean);
