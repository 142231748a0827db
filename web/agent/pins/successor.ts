/** Characters by which two elements are compared. */
const TEXT_MAX = 200;

const textOf = (element: Element) => (element.textContent ?? '').slice(0, TEXT_MAX);

const elementsIn = (nodes: NodeList) =>
  [...nodes].filter((node) => node.nodeType === Node.ELEMENT_NODE) as Element[];

/** Returns the positions that lead from an element of a removed subtree down to a descendant. */
function stepsTo(element: Element, top: Element): number[] {
  const steps: number[] = [];
  for (let at = element; at !== top && at.parentElement; at = at.parentElement)
    steps.unshift([...at.parentElement.children].indexOf(at));
  return steps;
}

/** Returns what was added in place of the removed subtree that the element is in. */
function replacementOf(element: Element, changes: readonly MutationRecord[]): Element | null {
  for (const [index, { target, removedNodes }] of changes.entries()) {
    const removed = elementsIn(removedNodes);
    const which = removed.findIndex((one) => one.contains(element));
    const top = removed[which];
    if (!top) continue;
    const added = changes.slice(index).find((one) => one.target === target && one.addedNodes.length > 0);
    let place: Element | undefined = added && elementsIn(added.addedNodes)[which];
    for (const step of stepsTo(element, top)) place = place?.children[step];
    return place ?? null;
  }
  return null;
}

/**
 * Returns the element that a script has put in the place of another one: the same part of the same subtree, with the same
 * text, whatever its names are.
 */
export function successorOf(element: Element, changes: readonly MutationRecord[]): Element | null {
  let place: Element | null = element;
  // A subtree may be replaced several times at once.
  for (let round = 0; place && !place.isConnected && round < changes.length; round++)
    place = replacementOf(place, changes);
  const isSame = place?.localName === element.localName && textOf(place) === textOf(element);
  return place && place.isConnected && isSame ? place : null;
}
