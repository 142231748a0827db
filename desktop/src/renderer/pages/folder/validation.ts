import { isVariableName } from '@stagelink/shared/staging/variables';
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

/** The names in what was typed, separated by spaces or commas. */
export const variablesOf = (typed: string): string[] => typed.split(/[\s,]+/).filter((name) => name !== '');

/** Why these cannot be names of variables; null when they can. */
export function problemWithVariables(typed: string): string | null {
  const wrong = variablesOf(typed).find((name) => !isVariableName(name));
  return wrong === undefined ? null : t('variablesWrong', { name: wrong });
}
