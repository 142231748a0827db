import { createHmac } from 'node:crypto';
import type { App } from '../../platform/context.ts';

const GMAIL = new Set(['gmail.com', 'googlemail.com']);

/** One mailbox has one form: without `+tag`, and without dots at Gmail. */
function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1).toLowerCase();
  const name = email.slice(0, at).toLowerCase().replace(/\+.*/, '');
  return GMAIL.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}

const keyed = ({ secrets }: Pick<App, 'secrets'>, kind: string, text: string): Buffer =>
  createHmac('sha256', secrets.derive(`trial-${kind}`))
    .update(text)
    .digest();

/** Keyed, so that the table of past trials cannot be searched for an address. */
export const emailHash = (app: Pick<App, 'secrets'>, email: string): Buffer =>
  keyed(app, 'email', mailboxOf(email));
export const cardHash = (app: Pick<App, 'secrets'>, fingerprint: string): Buffer =>
  keyed(app, 'card', fingerprint);
