import { cleanUrl, holdsToken } from '../secretNames.ts';
import { Secrets } from './secrets.ts';

/** Styles and scripts find elements by these, and files are named for their content. */
const UNTOUCHED = /^(?:class|style|id|for|name|src|srcset|poster|imagesrcset)$/;
const URL_START = /^(?:[a-z][a-z\d+.-]*:|[/.?#])\S*$/i;

/** Takes secrets and tokens out of the texts and attributes of a page, and counts them. */
export class Cleaner {
  readonly secrets = new Secrets();
  /** Links and attributes that held a token. */
  tokens = 0;

  text = (text: string): string => this.secrets.removeFrom(text);

  /** Returns the value to write for an attribute; null to leave it out. */
  attribute(name: string, value: string): string | null {
    if (UNTOUCHED.test(name)) return value;
    const cleaned = URL_START.test(value) ? cleanUrl(value) : value;
    if (cleaned !== value) this.tokens += 1;
    // A link without an address would be no link.
    if (name === 'href') return this.text(cleaned === '' ? '#' : cleaned);
    if (!holdsToken(name, cleaned)) return this.text(cleaned);
    this.tokens += 1;
    return null;
  }
}
