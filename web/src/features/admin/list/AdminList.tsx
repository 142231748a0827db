import type { ReactNode } from 'react';
import { Select } from '../../../kit/Select.tsx';
import type { Sorted } from '../../../lib/listState.ts';
import { useListState, useSortedListState } from '../../../lib/useListState.ts';
import { useList } from '../api.ts';
import type { Filter, FilteredList, List, SortedList } from './describe.ts';
import { ExportLink } from './ExportLink.tsx';
import { FilterChips } from './FilterChips.tsx';
import { Pages } from './Pages.tsx';
import { Table, type TableSort } from './Table.tsx';
import { Toolbar } from './Toolbar.tsx';

interface PlainListProps<Row, Query extends object> {
  list: List<Row, Query>;
  query: Query;
}

/** A list without search and filters. */
export function PlainList<Row, Query extends object>({ list, query }: PlainListProps<Row, Query>) {
  const { failed, empty } = list;
  const pages = useList(list, query);
  return (
    <Pages list={pages} failed={failed} empty={empty} isEmpty={({ rows }) => rows.length === 0}>
      {(read) => <Table list={list} rows={read.flatMap(({ rows }) => rows)} />}
    </Pages>
  );
}

interface FiltersProps<Row, State extends object> {
  filters: readonly Filter<Row, State>[];
  state: State;
  rows: readonly Row[];
  onChange: (change: Partial<State>) => void;
}

/** A select for each filter that has one. */
function FilterSelects<Row, State extends object>({ filters, state, onChange }: FiltersProps<Row, State>) {
  return filters.map(
    (filter) =>
      'options' in filter && (
        <Select
          key={filter.name}
          size="small"
          aria-label={filter.label}
          options={filter.options}
          value={String(state[filter.name] ?? '')}
          onChange={(value) => onChange({ [filter.name]: value || undefined } as Partial<State>)}
        />
      ),
  );
}

/** The filters of links, which have no select. */
function LinkedFilters<Row, State extends object>(props: FiltersProps<Row, State>) {
  const { filters, state, rows, onChange } = props;
  const chips = filters.flatMap((filter) => {
    const { name } = filter;
    if (!('chip' in filter) || state[name] === undefined) return [];
    return {
      label: filter.chip(String(state[name]), rows),
      onRemove: () => onChange({ [name]: undefined } as Partial<State>),
    };
  });
  return <FilterChips chips={chips} />;
}

interface FilteredProps<Row, State extends { q: string }, Sort extends string> {
  list: FilteredList<Row, State, Sort>;
  state: State;
  onChange: (change: Partial<State>) => void;
  sort?: TableSort<Sort>;
  action?: ReactNode;
}

function Filtered<Row, State extends { q: string }, Sort extends string>(
  props: FilteredProps<Row, State, Sort>,
) {
  const { list, state, onChange, sort, action } = props;
  const { path, search, filters, failed, empty, noMatch = empty } = list;
  const pages = useList(list, state);
  const rows = pages.data?.pages.flatMap((page) => page.rows) ?? [];
  const isFiltered = state.q !== '' || filters.some(({ name }) => state[name] !== undefined);
  const controls = { filters, state, rows, onChange };
  return (
    <>
      <Toolbar
        label={search}
        search={state.q}
        onSearch={(q) => onChange({ q } as Partial<State>)}
        total={pages.data?.pages[0]?.total}
        action={
          <>
            <ExportLink path={path} query={state} />
            {action}
          </>
        }
      >
        <FilterSelects {...controls} />
      </Toolbar>
      <LinkedFilters {...controls} />
      <Pages
        list={pages}
        failed={failed}
        empty={isFiltered ? noMatch : empty}
        isEmpty={(page) => page.rows.length === 0}
      >
        {() => <Table list={list} rows={rows} sort={sort} />}
      </Pages>
    </>
  );
}

interface AdminListProps<Shown> {
  list: Shown;
  /** What else superadmins can do here. */
  action?: ReactNode;
}

/** A list with search, filters and export; its state is in the address. */
export function AdminList<Row, State extends { q: string }>(props: AdminListProps<FilteredList<Row, State>>) {
  const { state, change } = useListState(props.list.state);
  return <Filtered {...props} state={state} onChange={change} />;
}

/** The same for a list that is sorted. */
export function SortedAdminList<Row, State extends { q: string } & Sorted<Sort>, Sort extends string>(
  props: AdminListProps<SortedList<Row, State, Sort>>,
) {
  const { state, change, sortBy } = useSortedListState(props.list.state);
  const sort = { by: state.sort, order: state.order, onSort: sortBy };
  return <Filtered {...props} state={state} onChange={change} sort={sort} />;
}
