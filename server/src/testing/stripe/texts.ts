import { invalid } from './failure.ts';

const URLS = ['success_url', 'cancel_url', 'return_url', 'url'];
const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

/** Throws what Stripe answers to a web or email address that is none. */
export function checkTexts(parameters: Record<string, unknown>): void {
  for (const param of URLS) {
    const text = parameters[param];
    if (typeof text === 'string' && !/^https?:\/\/./.test(URL.parse(text)?.href ?? ''))
      throw invalid('Not a valid URL', { code: 'url_invalid', param });
  }
  const { email } = parameters;
  if (typeof email === 'string' && email !== '' && !EMAIL.test(email))
    throw invalid(`Invalid email address: ${email}`, { code: 'email_invalid', param: 'email' });
}
