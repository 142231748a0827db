import { parse } from 'bowser';
import { t } from '../../../words/settings.ts';

export interface Device {
  name: string;
  kind: 'computer' | 'phone' | 'program';
}

/** Every browser says that it is Mozilla. */
const isBrowser = (userAgent: string) => userAgent.startsWith('Mozilla/');

/** “Firefox on Windows” for a browser; a program is called what it calls itself first. */
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
