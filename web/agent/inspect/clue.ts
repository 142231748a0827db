import type { ElementSource } from '@stagelink/shared/preview/inspection';

/** What a build keeps about an element, before it is checked and made relative to the project. */
export interface Clue {
  by: ElementSource['by'];
  /** A path of any form. */
  file?: string | undefined;
  /** Both are counted from 1. */
  line?: number | undefined;
  column?: number | undefined;
  /** Names of the components that it is in, innermost first. */
  components?: string[] | undefined;
  /** Whether it is about the element itself: otherwise about one around it. */
  isOwn: boolean;
  /** The file may be made of another one. */
  isGuess?: boolean;
}

/** A value that a page may have put anywhere. */
export type Loose = Record<string, unknown>;

export const looseOf = (value: unknown): Loose | null =>
  (typeof value === 'object' || typeof value === 'function') && value !== null ? (value as Loose) : null;

export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

export const countOf = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && (value as number) > 0 ? (value as number) : undefined;
