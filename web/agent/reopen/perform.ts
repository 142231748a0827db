import type { RecordedAction } from '@stagelink/shared/preview/recordedActions';
import { chainOf, type ReopenContext } from './context.ts';

const OVER = ['pointerover', 'mouseover', 'pointermove', 'mousemove'];
const ENTERED = ['pointerenter', 'mouseenter'];

function fire(context: ReopenContext, element: Element, type: string, buttons = 0): void {
  const { left, top, width, height } = context.own.boxOf(element);
  const isPointer = type.startsWith('pointer');
  const init: PointerEventInit = {
    bubbles: !type.endsWith('enter'),
    cancelable: !type.endsWith('enter'),
    composed: true,
    view: window,
    clientX: left + width / 2,
    clientY: top + height / 2,
    button: 0,
    buttons,
    detail: isPointer ? 0 : 1,
    ...(isPointer && { pointerId: 1, pointerType: 'mouse', isPrimary: true }),
  };
  element.dispatchEvent(isPointer ? new PointerEvent(type, init) : new MouseEvent(type, init));
}

function hover(context: ReopenContext, element: Element): void {
  const around = chainOf(context, element).toReversed();
  for (const type of ENTERED) for (const at of around) fire(context, at, type);
  for (const type of OVER) fire(context, element, type);
}

function press(context: ReopenContext, element: Element): void {
  for (const type of OVER) fire(context, element, type);
  fire(context, element, 'pointerdown', 1);
  fire(context, element, 'mousedown', 1);
  fire(context, element, 'pointerup');
  fire(context, element, 'mouseup');
  // The press may have replaced it.
  if (!context.own.isConnected(element)) return;
  if (element instanceof HTMLElement) element.click();
  else fire(context, element, 'click');
}

function choose(element: Element, option: string): void {
  if (!(element instanceof HTMLSelectElement)) return;
  const index = [...element.options].findIndex(({ text }) => text === option);
  if (index === -1 || element.selectedIndex === index) return;
  element.selectedIndex = index;
  for (const type of ['input', 'change']) element.dispatchEvent(new Event(type, { bubbles: true }));
}

/** Repeats an action on an element, as far as a script can. */
export function perform(context: ReopenContext, element: Element, { kind, option }: RecordedAction): void {
  if (kind === 'hover') hover(context, element);
  else if (kind === 'press') press(context, element);
  else if (kind === 'choose') choose(element, option ?? '');
  else (element as Partial<HTMLElement>).focus?.({ preventScroll: true });
}

/** Whether an element is already in the state that an action leads to. */
export function isDone({ own }: ReopenContext, element: Element, { kind, option }: RecordedAction): boolean {
  if (kind === 'choose') return (element as HTMLSelectElement).selectedOptions?.[0]?.text === option;
  if (kind !== 'press') return false;
  return own.isMatching(
    element,
    '[aria-expanded=true],[role=tab][aria-selected=true],details[open]>summary,[role=radio][aria-checked=true],input:checked',
  );
}
