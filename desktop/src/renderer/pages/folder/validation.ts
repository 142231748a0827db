import { t } from '../../words/folder.ts';

const COMMAND_MAX = 500;

/** Why this cannot be a build command; null when it can. */
export function problemWithCommand(typed: string): string | null {
  if (/[\n\r]/.test(typed)) return t('buildOneLine');
  return typed.length > COMMAND_MAX ? t('buildTooLong', { count: COMMAND_MAX }) : null;
}

/** Why this cannot be an output folder; null when it can. The engine looks again, at what is really there. */
export function problemWithOutput(typed: string): string | null {
  const isFromRoot = /^([/\\~]|[a-z]:)/i.test(typed);
  return isFromRoot || typed.split(/[/\\]/).includes('..') ? t('outputOutside') : null;
}
