import { createECDH } from 'node:crypto';
import type { Config } from '../../platform/config.ts';
import type { Secrets } from '../../platform/secrets.ts';

/** How the server names itself to push services (RFC 8292). */
export interface Vapid {
  subject: string;
  publicKey: string;
  privateKey: string;
}

type VapidConfig = Pick<Config, 'appUrl' | 'mail' | 'supportEmail' | 'vapidPrivateKey'>;

/** Where a push service reports a problem: an address of https or of email. */
function subjectOf({ appUrl, mail, supportEmail }: VapidConfig): string {
  const email = supportEmail ?? mail?.from.email;
  if (email !== undefined) return `mailto:${email}`;
  return appUrl.startsWith('https:') ? appUrl : `mailto:postmaster@${new URL(appUrl).hostname}`;
}

/** Returns the server's keys: those of the configuration, or else made of the master key, so that they stay the same. */
export function vapidOf(config: VapidConfig, { derive }: Pick<Secrets, 'derive'>): Vapid {
  const privateKey =
    config.vapidPrivateKey === null ? derive('vapid') : Buffer.from(config.vapidPrivateKey, 'base64url');
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(privateKey);
  return {
    subject: subjectOf(config),
    publicKey: curve.getPublicKey().toString('base64url'),
    privateKey: privateKey.toString('base64url'),
  };
}
