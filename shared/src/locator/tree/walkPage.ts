import type { Dom } from './dom.ts';
import { CHILD } from './limits.ts';

/** One element of the page, in document order. */
export interface Step {
  element: Element;
  /** Index of its parent; -1 for the body. */
  parent: number;
  /** Text of its own child nodes, with `CHILD` where its elements are. */
  text: string;
  /** The frame's index if it is in the document of a frame; -1 otherwise. */
  frame: number;
}

/** A page with more elements is read up to here. */
const STEPS_MAX = 50_000;
const CHILDREN_MAX = 20_000;
const TEXT_MAX = 2000;
const FRAMES_DEEP = 3;
const UNREAD = /^(script|style|noscript|template|link|meta)$/;
/** Their content is a value or a fallback. */
const LEAVES = /^(select|textarea|canvas|video|audio|object)$/;

interface Open {
  element: Element;
  parent: number;
  frame: number;
  depth: number;
}

export interface WalkOptions {
  /** Elements that are no part of the page, such as the overlay of the preview agent. */
  leaveOut?: Element | undefined;
  /** Whether the parts of drawings are elements of their own. */
  hasParts: boolean;
}

/** Returns all elements of a page, with those in open shadow roots and frames of the same origin. */
export function* walkPage(
  document: Document,
  dom: Dom,
  { leaveOut, hasParts }: WalkOptions,
  isSliceOver: () => boolean,
): Generator<void, Step[]> {
  const steps: Step[] = [];
  const body = dom.bodyOf(document);
  const todo: Open[] = body ? [{ element: body, parent: -1, frame: -1, depth: 0 }] : [];

  for (let open; (open = todo.pop()) && steps.length < STEPS_MAX;) {
    const { element, parent, frame, depth } = open;
    const index = steps.length;
    const step: Step = { element, parent, text: '', frame };
    steps.push(step);
    if (isSliceOver()) yield;
    const tag = dom.tagOf(element);
    if (LEAVES.test(tag)) continue;
    if (tag === 'svg' && !hasParts) {
      // Labels of a drawing.
      step.text = [...element.querySelectorAll('title,text')].map((one) => one.textContent).join(' ');
      continue;
    }

    const inside: Open[] = [];
    const enter = (root: Node | null) => {
      if (!root) return;
      for (const child of dom.childrenOf(root, CHILDREN_MAX)) {
        if (step.text.length < TEXT_MAX) step.text += ` ${dom.textOf(child)}`;
        const inner = dom.asElement(child);
        if (!inner || inner === leaveOut || UNREAD.test(dom.tagOf(inner))) continue;
        if (step.text.length < TEXT_MAX) step.text += ` ${CHILD}`;
        inside.push({ element: inner, parent: index, frame, depth });
      }
    };
    enter(dom.shadowRoot(element));
    if (tag !== 'iframe') enter(element);
    else if (depth < FRAMES_DEEP) {
      const inner = dom.documentIn(element);
      const root = inner && dom.bodyOf(inner);
      if (root) inside.push({ element: root, parent: index, frame: index, depth: depth + 1 });
    }
    todo.push(...inside.toReversed());
  }
  return steps;
}
