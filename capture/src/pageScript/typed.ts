import { ELEMENTS_MAX, FRAME_DEPTH } from '../protocol.ts';
import { attributesOf, hasAttribute, isHtml, isInput, localNameOf, shadowOf, valueOf } from './dom.ts';

// What users typed stays in the page unless they ask for it, and secrets always do.

const HAS_LABEL = new Set(['submit', 'reset', 'button']);
const IS_CHOICE = new Set(['checkbox', 'radio']);
const IS_SETTING = new Set(['range', 'color']);
const ALWAYS_BLANK = new Set(['password', 'hidden', 'file']);
const SECRET_AUTOCOMPLETE = /(?:^|\s)(?:cc-[a-z-]+|one-time-code|current-password|new-password)(?:\s|$)/i;
const SECRET_NAME =
  /pass(?:word|wd|phrase)|pwd|card.?(?:num|no)|cc.?num|cvc|cvv|csc|otp|one.?time|iban|ssn|secret|csrf|token/i;
/** Shorter values would be found in ordinary text. */
const SCRUBBED_MIN = 6;

type Field = HTMLInputElement | HTMLTextAreaElement;

const isField = (element: Element): element is Field =>
  isInput(element) || (isHtml(element) && localNameOf(element) === 'textarea');
const isFrame = (element: Element): element is HTMLIFrameElement =>
  isHtml(element) && localNameOf(element) === 'iframe';

const inputValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.get;
const areaValue = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.get;

const currentValue = (field: Field): string =>
  String((isInput(field) ? inputValue : areaValue)?.call(field) ?? '');

const typeOf = (field: Field): string =>
  isInput(field) ? valueOf(field, 'type').toLowerCase() || 'text' : 'textarea';

const hasSecretName = (field: Field): boolean =>
  SECRET_AUTOCOMPLETE.test(valueOf(field, 'autocomplete')) ||
  ['name', 'id', 'placeholder', 'aria-label'].some((name) => SECRET_NAME.test(valueOf(field, name)));

/** Whether a field's value never leaves the page. */
const isSecret = (field: Field): boolean => ALWAYS_BLANK.has(typeOf(field)) || hasSecretName(field);

/** Decides what of a page's form state is kept, counts what is not, and knows the secrets. */
export class TypedValues {
  readonly #keep: boolean;
  readonly #secrets = new Set<string>();
  /** Values and editable texts that were left out. */
  blanked = 0;
  /** Fields that hold something that was typed. */
  typed = 0;

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
      if (type !== 'hidden') this.blanked += 1;
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
    if (!/^(?:|true|plaintext-only)$/i.test(valueOf(element, 'contenteditable'))) return false;
    if (!hasAttribute(element, 'contenteditable') || (element.textContent ?? '').trim() === '') return false;
    this.typed += 1;
    if (!this.#keep) this.blanked += 1;
    return !this.#keep;
  }

  /** Whether an attribute repeats what was left out, as wrappers of growing text fields do. */
  repeats(element: Element, value: string): boolean {
    if (this.#keep || value.length < SCRUBBED_MIN) return false;
    const field = element.querySelector(':scope > textarea, :scope > input');
    return field !== null && currentValue(field as Field) === value;
  }

  /**
   * Collects the secrets of all fields before anything is written: a page may repeat in its text what was typed into a
   * shadow root or a frame below it.
   */
  collect(root: ParentNode, depth = 0): void {
    for (const element of Array.from(root.querySelectorAll('*')).slice(0, ELEMENTS_MAX)) {
      if (isField(element)) this.#collectFrom(element);
      const shadow = shadowOf(element);
      if (shadow) this.collect(shadow, depth);
      const frame = depth < FRAME_DEPTH && isFrame(element) ? element.contentDocument : null;
      if (frame) this.collect(frame, depth + 1);
    }
  }

  #collectFrom(field: Field): void {
    // Hidden fields without such a name hold ordinary words, which the page may show.
    const isPlain = typeOf(field) === 'hidden' && !hasSecretName(field);
    if (!isSecret(field) || isPlain) return;
    for (const each of [currentValue(field), valueOf(field, 'value')]) this.#addSecret(each);
  }

  #addSecret(value: string): void {
    if (value.trim().length >= SCRUBBED_MIN) this.#secrets.add(value);
  }

  /** Removes every secret from a text, however it came to be there. */
  scrub(text: string): string {
    let scrubbed = text;
    for (const secret of this.#secrets) {
      for (const form of [secret, encodeURIComponent(secret)]) scrubbed = scrubbed.replaceAll(form, '');
    }
    return scrubbed;
  }
}

/** Names of attributes that a page may have on an element of its own, such as a token against forged requests. */
export const isSecretMeta = (element: Element): boolean =>
  localNameOf(element) === 'meta' &&
  Array.from(attributesOf(element)).some(({ name, value }) => name !== 'content' && SECRET_NAME.test(value));
