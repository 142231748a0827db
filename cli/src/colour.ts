import { styleText } from 'node:util';
import type { Context } from './context.ts';

type Style = Parameters<typeof styleText>[0];

/** Colors stderr, unless it is not a terminal or NO_COLOR is set. */
export const paint = (context: Context, style: Style, text: string): string =>
  context.stderr.isTTY && !context.env.NO_COLOR ? styleText(style, text, { validateStream: false }) : text;
