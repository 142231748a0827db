import { ELEMENTS_MAX, FRAME_DEPTH } from '../protocol.ts';
import { hasAttribute, isHtml, isInput, localNameOf, shadowOf, valueOf } from './dom.ts';
import { isRepeatable, isSecretField } from '../secretNames.ts';
import type { Secrets } from './secrets.ts';

// What users typed stays in the page unless they ask for it, and secrets always do.

const HAS_LABEL = new Set(['submit', 'reset', 'button']);
const IS_CHOICE = new Set(['checkbox', 'radio']);
const IS_SETTING = new Set(['range', 'color']);
const ALWAYS_BLANK = new Set(['password', 'hidden', 'file']);
/** Its value is not typed as a text. */
const isChosen = (type: string): boolean =>
  HAS_LABEL.has(type) || IS_CHOICE.has(type) || IS_SETTING.has(type) || type === 'image';
const SECRET_AUTOCOMPLETE = /(?:^|\s)(?:cc-[a-z-]+|one-time-code|current-password|new-password)(?:\s|$)/i;
const REPEATABLE_AUTOCOMPLETE = /(?:^|\s)(?:cc-number|one-time-code|current-password|new-password)(?:\s|$)/i;
/** Attributes by which a page names a field. */
const NAMES = ['name', 'id', 'placeholder', 'aria-label'];

type Field = HTMLInputElement | HTMLTextAreaElement;

const isField = (element: Element): element is Field =>
  isInput(element) || (isHtml(element) && localNameOf(element) === 'textarea');
const isEditable = (element: Element): boolean =>
  (hasAttribute(element, 'contenteditable') &&
    /^(?:|true|plaintext-only)$/i.test(valueOf(element, 'contenteditable'))) ||
  (localNameOf(element) === 'body' && element.ownerDocument.designMode === 'on');
const isFrame = (element: Element): element is HTMLIFrameElement =>
  isHtml(element) && localNameOf(element) === 'iframe';

const inputValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.get;
const areaValue = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.get;

const currentValue = (field: Field): string =>
  String((isInput(field) ? inputValue : areaValue)?.call(field) ?? '');

const typeOf = (field: Field): string =>
  isInput(field) ? valueOf(field, 'type').toLowerCase() || 'text' : 'textarea';

const isNamed = (field: Field, test: (name: string) => boolean): boolean =>
  NAMES.some((name) => test(valueOf(field, name)));

/** Whether a page shows dots in place of what is typed. */
const isMasked = (field: Field): boolean =>
  !['', 'none'].includes(getComputedStyle(field).getPropertyValue('-webkit-text-security'));

/** Whether a field's value never leaves the page. */
const isSecret = (field: Field): boolean =>
  ALWAYS_BLANK.has(typeOf(field)) ||
  SECRET_AUTOCOMPLETE.test(valueOf(field, 'autocomplete')) ||
  isNamed(field, isSecretField) ||
  isMasked(field);

/** Whether a field's value is also removed from the rest of the page. */
function isRemovedEverywhere(field: Field): boolean {
  const type = typeOf(field);
  if (type === 'password') return true;
  if (isChosen(type) || ALWAYS_BLANK.has(type)) return false;
  return REPEATABLE_AUTOCOMPLETE.test(valueOf(field, 'autocomplete')) || isNamed(field, isRepeatable);
}

/** Shorter values are also in attributes for another reason. */
const REPEATED_MIN = 6;

/** Decides what of a page's form state is kept, and counts what is not. */
export class TypedValues {
  readonly #keep: boolean;
  /** Values and editable texts that were left out. */
  blanked = 0;
  /** Fields that hold something that was typed. */
  typed = 0;
  /** Fields with a secret, which are left out in any case. */
  secret = 0;

  constructor(keep: boolean) {
    this.#keep = keep;
  }

  /** Returns the value to write; null to write none. */
  valueOf(field: Field): string | null {
    const type = typeOf(field);
    if (HAS_LABEL.has(type) || IS_CHOICE.has(type))
      return hasAttribute(field, 'value') ? valueOf(field, 'value') : null;
    const value = currentValue(field);
    if (IS_SETTING.has(type) && !isSecret(field)) return value;
    if (value === '') return null;
    if (isSecret(field)) {
      if (type !== 'hidden') this.secret += 1;
      return null;
    }
    this.typed += 1;
    if (this.#keep) return value;
    this.blanked += 1;
    return null;
  }

  isChecked = (field: HTMLInputElement): boolean => (this.#keep ? field.checked : field.defaultChecked);
  isSelected = (option: HTMLOptionElement): boolean =>
    this.#keep ? option.selected : option.defaultSelected;

  /** Whether the content of an element that the user can edit is left out. */
  isBlanked(element: Element): boolean {
    if (!isEditable(element) || (element.textContent ?? '').trim() === '') return false;
    this.typed += 1;
    if (!this.#keep) this.blanked += 1;
    return !this.#keep;
  }

  /** Whether an attribute repeats what was left out, as wrappers of growing text fields do. */
  repeats(element: Element, value: string): boolean {
    if (this.#keep || value.length < REPEATED_MIN) return false;
    const field = element.querySelector(':scope > textarea, :scope > input');
    return field !== null && currentValue(field as Field) === value;
  }
}

/**
 * Collects the secrets of all fields before anything is written: a page may repeat in its text what was typed into a
 * shadow root or a frame below it.
 */
export function collectSecrets(root: ParentNode, secrets: Secrets, depth = 0): void {
  for (const element of Array.from(root.querySelectorAll('*')).slice(0, ELEMENTS_MAX)) {
    if (isField(element) && isRemovedEverywhere(element)) {
      for (const value of [currentValue(element), valueOf(element, 'value')]) secrets.add(value);
    }
    const shadow = shadowOf(element);
    if (shadow) collectSecrets(shadow, secrets, depth);
    const frame = depth < FRAME_DEPTH && isFrame(element) ? element.contentDocument : null;
    if (frame) collectSecrets(frame, secrets, depth + 1);
  }
}
