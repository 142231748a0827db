import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react';
import { parentOf, type TreeRow } from './fileTree.ts';

/** Which folders of a tree are open. */
export interface OpenFolders {
  isOpen: (path: string) => boolean;
  toggle: (path: string) => void;
}

/**
 * Moves the focus in a tree with arrow keys, Home and End. One row at a time can be reached with Tab: the `focusable`
 * one. A row has its path as `data-path`.
 */
export function useTreeKeys(rows: readonly TreeRow[], { isOpen, toggle }: OpenFolders) {
  const list = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState<string | null>(null);
  const focusable = rows.some(({ path }) => path === current) ? current : rows[0]?.path;

  function focus(row: TreeRow | undefined): void {
    if (!row) return;
    setCurrent(row.path);
    list.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(row.path)}"]`)?.focus();
  }

  const pathOf = ({ target }: { target: EventTarget }) =>
    target instanceof HTMLElement ? target.dataset['path'] : undefined;

  function press(event: KeyboardEvent): void {
    const at = rows.findIndex(({ path }) => path === pathOf(event));
    const row = rows[at];
    if (!row) return;
    const isFolder = row.kind === 'folder';
    const parent = () => rows.find(({ path }) => path === parentOf(row.path));
    const acts: Record<string, () => void> = {
      ArrowDown: () => focus(rows[at + 1]),
      ArrowUp: () => focus(rows[at - 1]),
      Home: () => focus(rows[0]),
      End: () => focus(rows.at(-1)),
      ArrowRight: () => (isFolder && !isOpen(row.path) ? toggle(row.path) : isFolder && focus(rows[at + 1])),
      ArrowLeft: () => (isFolder && isOpen(row.path) ? toggle(row.path) : focus(parent())),
    };
    const act = acts[event.key];
    if (!act || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    act();
  }

  const listProps = {
    ref: list,
    onKeyDown: press,
    onFocus: (event: FocusEvent) => setCurrent(pathOf(event) ?? null),
  };
  return { listProps, focusable };
}
