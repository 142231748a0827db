import { own } from './own.ts';

interface Changes {
  /** All changes, as they were noticed. */
  all: (changes: MutationRecord[]) => void;
  /** Text or elements changed. */
  content: (changes: MutationRecord[]) => void;
  /** Positions on the screen may have changed. */
  place: () => void;
  /** An element may have entered the top layer. */
  front: () => void;
}

const MOVES =
  'scroll resize load transitionrun transitionstart transitionend animationstart animationiteration animationend pointerover focusin input change';
const FRONTS = 'toggle fullscreenchange';
/** Attributes that locators use. */
const RELEVANT = new Set(
  'id class name for href src alt title placeholder type role lang aria-label data-testid'.split(' '),
);
const EVERYTHING: MutationObserverInit = {
  childList: true,
  subtree: true,
  characterData: true,
  attributes: true,
};

const isFront = ({ attributeName, target }: MutationRecord) =>
  attributeName === 'open' || (attributeName === 'popover' && target.isConnected);

/** Watches a document. The returned function also watches a shadow root, or an element's size. */
export function watch(host: Element, { all, content, place, front }: Changes): (element: Element) => void {
  const observe = own.observer((changes) => {
    all(changes);
    let isContent = false;
    let isPlace = false;
    let isInFront = false;
    for (const change of changes) {
      const { type, target, attributeName } = change;
      if (target === host || (target === document.documentElement && isAboutHost(change))) continue;
      isPlace = true;
      isContent ||= type !== 'attributes' || RELEVANT.has(attributeName ?? '');
      isInFront ||= type === 'attributes' && isFront(change);
      if (isContent && isInFront) break;
    }
    if (isPlace) place();
    if (isContent) content(changes);
    if (isInFront) front();
  }, EVERYTHING);
  const isAboutHost = ({ addedNodes, removedNodes }: MutationRecord) =>
    addedNodes.length + removedNodes.length === 1 && (addedNodes[0] ?? removedNodes[0]) === host;

  const sized = own.sizeObserver(place);
  const roots = new WeakSet<Node>();
  observe(document);
  sized(document.documentElement);
  for (const type of MOVES.split(' ')) own.listen(window, type, place, true);
  for (const type of FRONTS.split(' ')) own.listen(window, type, front, true);
  own.listen(document.fonts, 'loadingdone', place, true);

  return (element) => {
    sized(element);
    let root = element.getRootNode();
    while (root instanceof ShadowRoot && !roots.has(root)) {
      roots.add(root);
      observe(root);
      // These events do not leave their shadow tree.
      own.listen(root, 'scroll', place, true);
      own.listen(root, 'toggle', front, true);
      root = root.host.getRootNode();
    }
  };
}
