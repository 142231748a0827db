import { parse } from 'bowser';
import { t } from '../../../words/comments.ts';

/** “Chrome 141 on Windows”; empty for a browser nobody knows. */
export function browserName(userAgent: string): string {
  if (userAgent === '') return '';
  const { browser, os } = parse(userAgent);
  const named = [browser.name, browser.version?.replace(/\..*/, '')].filter(Boolean).join(' ');
  return named && os.name ? t('browserOn', { browser: named, system: os.name }) : named;
}
