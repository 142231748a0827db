/** Attributes that mark the targets of a fixture: they are removed before elements are described or searched. */
const KEY = 'data-pin';
const DIFFICULTY = 'data-difficulty';

export interface Mark {
  element: Element;
  /** How hard a person found it to say where the element is now. */
  difficulty: string | null;
}

/** Returns all elements, with those in open shadow roots. */
export function* elementsIn(root: ParentNode): Generator<Element> {
  for (const element of root.querySelectorAll('*')) {
    yield element;
    if (element.shadowRoot) yield* elementsIn(element.shadowRoot);
  }
}

export function takeMarks(): Map<string, Mark> {
  const marks = new Map<string, Mark>();
  for (const element of elementsIn(document)) {
    const key = element.getAttribute(KEY);
    if (key === null) continue;
    marks.set(key, { element, difficulty: element.getAttribute(DIFFICULTY) });
    element.removeAttribute(KEY);
    element.removeAttribute(DIFFICULTY);
  }
  return marks;
}
