import { SORTS } from '@stagelink/shared/contracts/snapshots';
import type { ListQuestion } from '../../../data/snapshots.ts';
import { useSearchParams } from '../../../ui/router.ts';

type Sort = ListQuestion['sort'];

const isSort = (text: string | null): text is Sort => SORTS.some((sort) => sort === text);
/** Names read from A; of dates and counts the largest comes first. */
const firstOrder = (sort: Sort) => (sort === 'name' ? 'asc' : 'desc');

function read(query: URLSearchParams): ListQuestion {
  const asked = query.get('sort');
  const sort = isSort(asked) ? asked : 'created';
  const order = query.get('order');
  return {
    search: query.get('search') ?? '',
    expired: query.get('expired') === '1',
    sort,
    order: order === 'asc' || order === 'desc' ? order : firstOrder(sort),
  };
}

/** The address itself: the router's copy may still be on its way, and a quick second change would undo the first. */
const current = () => new URLSearchParams(window.location.search);

/** What the list is asked, kept in the address: a reload, a bookmark or Back shows the same list. */
export function useListQuestion() {
  const [query, setQuery] = useSearchParams();
  const question = read(query);

  function ask(change: Partial<ListQuestion>): void {
    const next = current();
    const asked = { ...read(next), ...change };
    const put = (name: string, value: string, isDefault: boolean) =>
      isDefault ? next.delete(name) : next.set(name, value);
    put('search', asked.search, asked.search === '');
    put('expired', '1', !asked.expired);
    put('sort', asked.sort, asked.sort === 'created');
    put('order', asked.order, asked.order === firstOrder(asked.sort));
    setQuery(next, { replace: true });
  }

  const sortBy = (sort: Sort) => {
    const now = read(current());
    const reversed = now.order === 'asc' ? 'desc' : 'asc';
    ask({ sort, order: sort === now.sort ? reversed : firstOrder(sort) });
  };

  return { question, ask, sortBy };
}
