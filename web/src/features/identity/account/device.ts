import { parse } from 'bowser';
import { t } from './copy.ts';

export interface Device {
  name: string;
  kind: 'computer' | 'phone' | 'program';
}

/** Every browser starts with Mozilla. */
const isBrowser = (userAgent: string) => userAgent.startsWith('Mozilla/');

/** Returns “Firefox on Windows” for a browser, else the first product of the user agent. */
export function deviceOf(userAgent: string): Device {
  const { browser, os, platform } = parse(userAgent || t('unknownDevice'));
  const [product = ''] = /^[\w.-]+/.exec(userAgent) ?? [];
  const isSmall = platform.type === 'mobile' || platform.type === 'tablet';
  return {
    name:
      browser.name && os.name
        ? t('browserOn', { browser: browser.name, system: os.name })
        : product || t('unknownDevice'),
    kind: isBrowser(userAgent) ? (isSmall ? 'phone' : 'computer') : 'program',
  };
}
