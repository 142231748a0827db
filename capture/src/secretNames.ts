// Names are compared by whole words: `businessName` contains no `ssn`, and “Max tokens” no `token`.

/** Splits a name at separators, digits and changes of case. */
const wordsOf = (name: string): string[] =>
  name
    .slice(0, 300)
    .replace(/(\p{Ll})(?=\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1$2 ')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');

/**
 * Returns a test for names that contain one of these terms, separated by commas, each of one word or several in a row.
 * `within` are terms that are part of no other word, as in `userpassword`.
 */
function termsIn(list: string, within = /(?!)/): (name: string) => boolean {
  const terms = list.split(',').map((term) => ` ${term.trim()} `);
  return (name) => {
    const words = ` ${wordsOf(name).join(' ')} `;
    return within.test(name) || terms.some((term) => words.includes(term));
  };
}

/** Whether a field with this name holds a password, a code or a card number, which the page may repeat elsewhere. */
export const isRepeatable = termsIn(
  `pwd, pass word, pass phrase, otp, totp, one time code, one time pin, onetime code, onetime pin, verification code,
   security code, card number, card num, card no, cc number, cc num, cc no`,
  /password|passwd|passphrase|passcode|cardnum|ccnum/i,
);

const isOtherSecret = termsIn(
  'cvc, cvv, csc, iban, ssn, social security, secret, token, api key',
  /csrf|xsrf/i,
);

/** Whether what is typed into a field with this name never leaves the page. */
export const isSecretField = (name: string): boolean => isRepeatable(name) || isOtherSecret(name);

const isToken = termsIn(
  `token, secret, pwd, jwt, signature, sig, bearer, apikey, api key, access key, private key, credential, credentials,
   otp, sessionid, session id, sid`,
  /password|passwd|csrf|xsrf/i,
);
/** Names that in attributes often mean something else, such as the code of a country. */
const isPerhapsToken = termsIn('session, key, auth, authorization, code');

/** JSON web tokens, and keys with the prefixes of well-known services. */
const CREDENTIALS =
  /\beyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?|\b[sr]k_(?:live|test)_\w{10,}|\bsk-(?=[\w-]*\d)(?=[\w-]*[A-Z])[\w-]{16,}|\bgh[pousr]_\w{20,}|\bgithub_pat_\w{20,}|\bglpat-[\w-]{16,}|\bxox[abeoprs]-[\w-]{10,}|\bA(?:KIA|SIA)[0-9A-Z]{16}\b|\bnpm_\w{30,}/g;

/** Too short or too plain to give access to anything. */
const isPlain = (value: string): boolean =>
  /^(?:true|false|none|null|\d{0,3}|\p{L}{1,3}|[a-z]{2}-[a-z]{2})$/iu.test(value);
/** Looks made by a program. */
const isOpaque = (value: string): boolean =>
  value.length >= 8 && !/\s/.test(value) && (/\d/.test(value) || /\p{Ll}\p{Lu}/u.test(value));

const withoutCredentials = (text: string): string => text.replace(CREDENTIALS, '');

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

const isSecretParameter = (name: string, value: string): boolean =>
  (isToken(name) || isPerhapsToken(name)) && !isPlain(value);

/** Returns a URL without user name, and without the tokens in its path, query and fragment. */
export function cleanUrl(url: string): string {
  const parameters = /([?&#;])([^=&#;?\s]+)=([^&#;\s]*)/g;
  const kept = url.replace(parameters, (pair: string, before: string, name: string, value: string) =>
    isSecretParameter(decoded(name), decoded(value)) ? before : pair,
  );
  const cleaned = withoutCredentials(kept).replace(/^([a-z][a-z\d+.-]*:\/\/)[^/?#@]*@/i, '$1');
  if (cleaned === url) return url;
  return cleaned.replace(/([?#&;])[&;]+/g, '$1').replace(/[?&;]+(?=#|$)|#$/g, '');
}

/** Names of the texts in a value that is JSON: frameworks keep their state in attributes. */
const membersOf = (value: string): string[] =>
  Array.from(value.matchAll(/"([^"\\]{1,100})"\s*:\s*"[^"]/g), ([, name = '']) => name);

/** Whether an attribute that a page made up holds a token. */
export function holdsToken(name: string, value: string): boolean {
  if (isToken(name) && !isPlain(value)) return true;
  if (isPerhapsToken(name) && isOpaque(value)) return true;
  return withoutCredentials(value) !== value || membersOf(value).some(isToken);
}
