import type { ReactNode } from 'react';
import type { ListState, Sorted, SortedListState } from '../../../lib/listState.ts';

/** One value of each row. */
export interface Column<Row, Sort extends string = never> {
  label: string;
  cell: (row: Row) => ReactNode;
  sort?: Sort;
  isNumber?: boolean;
  /** `wide`: in the table where there is room, and in the opened row. `opened`: only in the opened row. */
  place?: 'wide' | 'opened';
  /** What the opened row says in place of the cell; null for nothing. */
  fact?: (row: Row) => ReactNode;
}

export interface ListPage<Row> {
  rows: readonly Row[];
  nextCursor: string | null;
  total: number;
}

/** A table that is read in pages. */
export interface List<Row, Query extends object, Sort extends string = never> {
  /** The accessible name. */
  label: string;
  /** The path of the endpoint. */
  path: string;
  read: (query: Query & { cursor?: string }) => Promise<ListPage<Row>>;
  columns: readonly Column<Row, Sort>[];
  keyOf: (row: Row) => string;
  nameOf: (row: Row) => string;
  renderActions?: (row: Row) => ReactNode;
  failed: string;
  /** Shown without rows. */
  empty: string;
}

/** A filter with a select. */
interface Choice<State> {
  name: keyof State & string;
  label: string;
  options: readonly { value: string; label: string }[];
}

/** A filter that only links set: a chip names it and removes it. */
interface Linked<Row, State> {
  name: keyof State & string;
  chip: (value: string, rows: readonly Row[]) => string;
}

export type Filter<Row, State> = Choice<State> | Linked<Row, State>;

/** A list that is searched and filtered, with its state in the address. */
export interface FilteredList<Row, State extends { q: string }, Sort extends string = never> extends List<
  Row,
  State,
  Sort
> {
  state: ListState<State>;
  /** Label of the search field. */
  search: string;
  filters: readonly Filter<Row, State>[];
  /** Shown without rows while something is searched or filtered; as `empty` when absent. */
  noMatch?: string;
}

/** The same for a list that is sorted. */
export interface SortedList<
  Row,
  State extends { q: string } & Sorted<Sort>,
  Sort extends string,
> extends FilteredList<Row, State, Sort> {
  state: SortedListState<State, Sort>;
}

/** Returns the options of a select: any, and these words. */
export const optionsOf = <Word extends string>(
  any: string,
  words: readonly Word[],
  labelOf: (word: Word) => string,
) => [{ value: '', label: any }, ...words.map((value) => ({ value, label: labelOf(value) }))];

/** Returns what an opened row says. */
export const factsOf = <Row>(columns: readonly Column<Row, string>[], row: Row) =>
  columns
    .filter(({ place, fact }) => place !== undefined || fact !== undefined)
    .map(({ label, cell, fact = cell }) => [label, fact(row)] as const)
    .filter(([, value]) => value !== null);
