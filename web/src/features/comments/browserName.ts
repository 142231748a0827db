import { NAME_MAX } from '@stagelink/shared/contracts/limits';
import { parse } from 'bowser';
import { t } from './copy.ts';

/** Returns “Chrome 141 on Windows”, or an empty string for an unknown browser. */
export function browserName(userAgent: string): string {
  if (userAgent === '') return '';
  const { browser, os } = parse(userAgent);
  const named = [browser.name, browser.version?.replace(/\..*/, '')].filter(Boolean).join(' ');
  const whole = named && os.name ? t('browserOn', { browser: named, system: os.name }) : named;
  return whole.slice(0, NAME_MAX);
}

/** Adds the browser's name to a comment context. */
export const inThisBrowser = <Context extends { browser: string }>(context: Context): Context => ({
  ...context,
  browser: browserName(navigator.userAgent),
});
