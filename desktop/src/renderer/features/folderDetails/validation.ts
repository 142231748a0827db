import { isVariableName } from '@stagelink/shared/staging/node/variables';
import { t } from './copy.ts';

const COMMAND_MAX = 500;

/** Returns why the text is not a valid build command, or null. */
export function problemWithCommand(typed: string): string | null {
  if (/[\n\r]/.test(typed)) return t('buildOneLine');
  return typed.length > COMMAND_MAX ? t('buildTooLong', { count: COMMAND_MAX }) : null;
}

/** Returns why the text is not a valid output folder, or null. The engine also checks it on disk. */
export function problemWithOutput(typed: string): string | null {
  const isFromRoot = /^([/\\~]|[a-z]:)/i.test(typed);
  return isFromRoot || typed.split(/[/\\]/).includes('..') ? t('outputOutside') : null;
}

/** Splits at spaces and commas. */
export const variablesOf = (typed: string): string[] => typed.split(/[\s,]+/).filter((name) => name !== '');

/** Returns why these are not valid names of variables, or null. */
export function problemWithVariables(typed: string): string | null {
  const wrong = variablesOf(typed).find((name) => !isVariableName(name));
  return wrong === undefined ? null : t('variablesWrong', { name: wrong });
}
