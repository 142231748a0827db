/** Shorter values would be found in ordinary text. */
const SECRET_MIN = 6;
/** A word like this may be in the page for another reason. */
const ORDINARY_WORD = /^\p{Lu}?\p{Ll}{0,11}$|^\p{Lu}{1,12}$/u;
/** A card number in groups of digits. */
const CARD = /^(?:\d[ -]?){11,18}\d$/;

const escapePattern = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

const LETTER = '[\\p{L}\\p{N}]';
const isLetter = (text: string) => new RegExp(LETTER, 'u').test(text);

/** Matches a form of a secret, but not within a longer word or number. */
const bounded = (form: string, secret: string): string =>
  (isLetter(secret.slice(0, 1)) ? `(?<!${LETTER})` : '') +
  form +
  (isLetter(secret.slice(-1)) ? `(?!${LETTER})` : '');

/** Returns patterns of the forms in which a page may repeat a secret. */
function formsOf(secret: string): string[] {
  if (CARD.test(secret)) return [secret.replace(/\D/g, '').split('').join('[ -]?')];
  return [secret, encodeURIComponent(secret)].map(escapePattern);
}

/** Passwords, codes and card numbers of a page, which it may repeat in its texts. */
export class Secrets {
  readonly #forms = new Set<string>();
  #pattern: RegExp | null = null;
  /** Texts from which a secret was removed. */
  removed = 0;

  add(value: string): void {
    const secret = value.trim();
    if (secret.length < SECRET_MIN || ORDINARY_WORD.test(secret)) return;
    for (const form of formsOf(secret)) this.#forms.add(bounded(form, secret));
    this.#pattern = new RegExp(Array.from(this.#forms).join('|'), 'gu');
  }

  /** Removes every secret from a text, however it came to be there. Words that contain one stay. */
  removeFrom(text: string): string {
    if (!this.#pattern) return text;
    const rest = text.replace(this.#pattern, '');
    if (rest !== text) this.removed += 1;
    return rest;
  }
}
