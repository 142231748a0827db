/**
 * Reads elements without their own properties: `<input name="childNodes">` in a form replaces `form.childNodes`, and
 * `<input name="nextSibling">` could lead a walk in a circle.
 */

function reader<T extends object, K extends keyof T>(prototype: T, name: K): (self: T) => T[K] {
  const getter = Object.getOwnPropertyDescriptor(prototype, name)?.get;
  return (self) => (getter ? (getter.call(self) as T[K]) : self[name]);
}

/** Readers of one document's elements; made when needed, because programs without a DOM import this folder too. */
export function createDom() {
  const firstChild = reader(Node.prototype, 'firstChild');
  const nextSibling = reader(Node.prototype, 'nextSibling');
  const nodeType = reader(Node.prototype, 'nodeType');
  const nodeValue = reader(Node.prototype, 'nodeValue');
  const localName = reader(Element.prototype, 'localName');
  const documentElement = reader(Document.prototype, 'documentElement');
  const shadowRoot = reader(Element.prototype, 'shadowRoot');
  const frameDocument = reader(HTMLIFrameElement.prototype, 'contentDocument');
  const { getAttribute, getBoundingClientRect } = Element.prototype;
  const { querySelector } = Document.prototype;

  function documentIn(frame: Element): Document | null {
    try {
      return frameDocument(frame as HTMLIFrameElement);
    } catch {
      return null;
    }
  }

  return {
    shadowRoot,
    documentIn,
    tagOf: localName,
    rootOf: documentElement,
    /** Returns a child as an element; null for any other node. */
    asElement: (child: Node) => (nodeType(child) === Node.ELEMENT_NODE ? (child as Element) : null),
    /** Returns the text of a text node; empty for any other node. */
    textOf: (child: Node) => (nodeType(child) === Node.TEXT_NODE ? (nodeValue(child) ?? '') : ''),
    bodyOf: (document: Document): Element | null => querySelector.call(document, 'body'),
    attributeOf: (element: Element, name: string) => getAttribute.call(element, name),
    boxOf: (element: Element) => getBoundingClientRect.call(element),
    /** Returns a node's children; at most `max` of them. */
    childrenOf(parent: Node, max: number): Node[] {
      const children: Node[] = [];
      for (let child = firstChild(parent); child && children.length < max; child = nextSibling(child))
        children.push(child);
      return children;
    },
  };
}

export type Dom = ReturnType<typeof createDom>;
