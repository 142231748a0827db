import { NAME_MAX } from '@stagelink/shared/contracts/limits';
import { parse } from 'bowser';
import { t } from '../../../words/comments.ts';

/** “Chrome 141 on Windows”; empty for a browser nobody knows. */
export function browserName(userAgent: string): string {
  if (userAgent === '') return '';
  const { browser, os } = parse(userAgent);
  const named = [browser.name, browser.version?.replace(/\..*/, '')].filter(Boolean).join(' ');
  const whole = named && os.name ? t('browserOn', { browser: named, system: os.name }) : named;
  return whole.slice(0, NAME_MAX);
}

/** What is told of a place, with the browser it was seen in. */
export const inThisBrowser = <Context extends { browser: string }>(context: Context): Context => ({
  ...context,
  browser: browserName(navigator.userAgent),
});
