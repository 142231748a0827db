import type { Point } from '@stagelink/shared/locator/locator';
import type { FurtherElement } from '@stagelink/shared/preview/further';
import type { ChosenElements, PickFurther } from '@stagelink/shared/preview/messages';
import { above } from '../pins/above.ts';
import { shownBox } from '../pins/boxes.ts';
import type { Layer } from '../pins/layer.ts';
import { Outline } from '../pins/outline.ts';
import { own } from '../pins/own.ts';
import type { Choice, FurtherPicked } from '../pins/picked.ts';
import { Chosen } from './chosen.ts';
import { apart, gapAt, middleBetween, nearestGap, type Pair } from './gap.ts';

export interface ChoosingCallbacks {
  /** Describes an element as it is now; null for one that cannot be found again. */
  describe: (choice: Choice) => FurtherElement | null;
  picked: (choice: Choice, further?: FurtherPicked) => void;
  /** The number of elements that are chosen together has changed, or could not. */
  chosen: (count: number, problem?: ChosenElements['problem']) => void;
}

type Modifiers = Pick<MouseEvent, 'shiftKey' | 'altKey'>;

/** Where a key presses an element. */
function middleOf(element: Element): Point {
  const { left, top, width, height } = shownBox(element);
  return { x: left + width / 2, y: top + height / 2 };
}

/** The gap after an element is in what contains it. */
const gapAfter = (element: Element): Pair | null =>
  nearestGap(above(element) ?? element, { x: middleOf(element).x, y: shownBox(element).bottom });

/** What presses and keys choose: one element, several, or two with a gap between them. */
export class Choosing {
  readonly #callbacks: ChoosingCallbacks;
  readonly #chosen: Chosen;
  /** Frames around the two elements of the gap that would be picked. */
  readonly #beside: Outline[] = [];
  readonly #layer: Layer;
  #further: PickFurther | undefined;

  constructor(layer: Layer, callbacks: ChoosingCallbacks) {
    this.#callbacks = callbacks;
    this.#chosen = new Chosen(layer);
    this.#layer = layer;
  }

  /** Changes what a press does. What is chosen stays chosen for several. */
  set further(further: PickFurther | undefined) {
    const isKept = further === this.#further || further === 'several' || this.#chosen.count === 0;
    this.#further = further;
    if (isKept) return;
    this.#chosen.clear();
    this.#report();
  }

  press(element: Element, at: Point, { shiftKey, altKey }: Modifiers): void {
    const further = this.#further;
    const isAdded = further !== undefined && (shiftKey || further === 'several');
    if (further && altKey) this.#pickGap(nearestGap(element, at), at);
    else if (further === 'between') this.#pressBetween(element, at);
    else if (isAdded) this.#toggle(element, at);
    else this.#pickWith(element, at);
  }

  /** Space chooses; Enter also picks. */
  pressKey(key: string, element: Element, { shiftKey }: Modifiers): void {
    const at = middleOf(element);
    const isEnter = key === 'Enter' && !shiftKey;
    const isEmpty = this.#chosen.count === 0;
    if (this.#further === 'several' && isEnter && !isEmpty) this.finish();
    else if (this.#further === 'several' && isEnter) this.#pickWith(element, at);
    else if (this.#further !== 'between') this.press(element, at, { shiftKey, altKey: false });
    else if (isEnter && isEmpty) this.#pickGap(gapAfter(element));
    else this.#chooseOfTwo(element, at);
  }

  /** Shows which gap a press at a point would pick. */
  point(element: Element | null, at: Point, { altKey }: Modifiers): void {
    const isBetween = this.#further === 'between' && this.#chosen.count === 0;
    const find = this.#further && altKey ? nearestGap : isBetween ? gapAt : null;
    this.#frame(find && element ? find(element, at) : null);
  }

  /** Shows which gap Enter would pick. */
  walk(element: Element): void {
    this.#frame(this.#further === 'between' && this.#chosen.count === 0 ? gapAfter(element) : null);
  }

  /** Picks the elements that are chosen, on one that is still there. Does nothing without one. */
  finish(): void {
    const { choices } = this.#chosen;
    const first = choices.find(({ element }) => own.isConnected(element)) ?? choices[0];
    const others = choices.filter((choice) => choice !== first);
    if (first)
      this.#callbacks.picked(first, others.length > 0 ? { relation: 'and', choices: others } : undefined);
  }

  follow(): void {
    this.#chosen.follow();
    for (const outline of this.#beside) outline.follow();
  }

  clear(): void {
    this.#chosen.clear();
    this.#frame(null);
  }

  #frame(pair: Pair | null): void {
    if (pair && this.#beside.length === 0)
      this.#beside.push(new Outline(this.#layer), new Outline(this.#layer));
    this.#beside.forEach((outline, at) => outline.around(pair?.[at] ?? null));
  }

  #report(problem?: ChosenElements['problem']): void {
    this.#callbacks.chosen(this.#chosen.count, problem);
  }

  #toggle(element: Element, at: Point): void {
    if (this.#chosen.has(element)) this.#chosen.remove(element);
    else if (!this.#add(element, at)) return this.#report('full');
    this.#report();
  }

  #add(element: Element, at: Point): boolean {
    return this.#chosen.add({ element, at, recorded: this.#callbacks.describe({ element, at }) });
  }

  /** Picks an element with those that are chosen. */
  #pickWith(element: Element, at: Point): void {
    if (this.#chosen.count === 0) return this.#callbacks.picked({ element, at });
    if (!this.#chosen.has(element) && !this.#add(element, at)) return this.#report('full');
    this.finish();
  }

  #pressBetween(element: Element, at: Point): void {
    const gap = this.#chosen.count === 0 ? gapAt(element, at) : null;
    if (gap) this.#pickGap(gap, at);
    else this.#chooseOfTwo(element, at);
  }

  #chooseOfTwo(element: Element, at: Point): void {
    const first = this.#chosen.choices[0]?.element;
    if (!first || first === element) return this.#toggle(element, at);
    const pair = apart(first, element);
    if (pair) this.#pickGap(pair);
    else this.#report('overlap');
  }

  #pickGap(pair: Pair | null, at = pair && middleBetween(pair)): void {
    if (!pair || !at) return this.#report('none');
    const [element, other] = pair;
    const choices = [{ element: other, at: middleOf(other) }];
    this.#callbacks.picked({ element, at }, { relation: 'between', choices });
  }
}
