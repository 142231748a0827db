/** How the address has one value of a list's state. People edit addresses: what is invalid reads as usual. */
export interface Field<Value> {
  read: (texts: readonly string[]) => Value;
  /** Empty for the usual value, which the address leaves out. */
  write: (value: Value) => readonly string[];
}

type FieldsOf<State> = { [Name in keyof State]: Field<State[Name]> };

/** A field with one text; `parse` returns undefined for what is invalid. */
export function field<Value extends string | undefined>(
  parse: (text: string) => Value | undefined,
  usual: Value,
): Field<Value> {
  return {
    read: ([text]) => (text === undefined ? usual : (parse(text) ?? usual)),
    write: (value) => (value === undefined || value === usual ? [] : [value]),
  };
}

/** Any text, empty by default. */
export const text = field<string>((typed) => typed, '');

/** A name or an id. */
export const someText = field<string | undefined>((typed) => typed || undefined, undefined);

/** One of these words. */
export const wordOf = <const Word extends string>(
  words: readonly Word[],
  usual: NoInfer<Word>,
): Field<Word> => field<Word>((typed) => words.find((word) => word === typed), usual);

/** One of these words, or none. */
export const someWordOf = <const Word extends string>(words: readonly Word[]): Field<Word | undefined> =>
  field<Word | undefined>((typed) => words.find((word) => word === typed), undefined);

const isDay = (typed: string) => /^\d{4}-\d\d-\d\d$/.test(typed) && !Number.isNaN(Date.parse(typed));

/** A calendar date, such as `2026-11-21`, or none. */
export const someDay = field<string | undefined>((typed) => (isDay(typed) ? typed : undefined), undefined);

/** What the address says about a list. */
export interface ListState<State> {
  read: (query: URLSearchParams) => State;
  /** Leaves all other names of the query as they are. */
  write: (query: URLSearchParams, state: State) => void;
}

/** Describes the state of a list by its fields, each with its name in the address. */
export function listState<State extends object>(fields: FieldsOf<State>): ListState<State> {
  const all = Object.entries(fields) as [string & keyof State, Field<unknown>][];
  return {
    read: (query) =>
      Object.fromEntries(all.map(([name, { read }]) => [name, read(query.getAll(name))])) as State,
    write(query, state) {
      for (const [name, { write }] of all) {
        query.delete(name);
        for (const each of write(state[name])) query.append(name, each);
      }
    },
  };
}

type Order = 'asc' | 'desc';
const ORDERS: readonly Order[] = ['asc', 'desc'];

export interface Sorted<Sort extends string> {
  sort: Sort;
  order: Order;
}

export interface SortedListState<State extends Sorted<Sort>, Sort extends string> extends ListState<State> {
  /** The order after a press on this one: reversed if it is the current one, else as it is at first. */
  pressed: (current: Sorted<Sort>, sort: Sort) => Sorted<Sort>;
}

/** Describes a list that is sorted: by what, with the order that each has at first. */
export function sortedListState<State extends object, Sort extends string>(
  fields: FieldsOf<State>,
  firstOrders: Record<Sort, Order>,
  usual: NoInfer<Sort>,
): SortedListState<State & Sorted<Sort>, Sort> {
  const filters = listState(fields);
  const sorts = listState({ sort: wordOf(Object.keys(firstOrders) as Sort[], usual) });
  const orders = (sort: Sort) => listState({ order: wordOf(ORDERS, firstOrders[sort]) });
  return {
    read(query) {
      const { sort } = sorts.read(query);
      return { ...filters.read(query), sort, ...orders(sort).read(query) };
    },
    write(query, state) {
      filters.write(query, state);
      sorts.write(query, state);
      orders(state.sort).write(query, state);
    },
    pressed: (current, sort) => ({
      sort,
      order: sort === current.sort ? (current.order === 'asc' ? 'desc' : 'asc') : firstOrders[sort],
    }),
  };
}
