import type { SnapshotFile } from '@stagelink/shared/contracts/snapshots';
import { bytes } from '@stagelink/shared/domain/format';
import { versionQuery } from '@stagelink/shared/preview/viewerUrl';
import { ChevronRight, File as FileIcon, FileCode, FileText, Image } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import { t } from './copy.ts';
import { parentOf, type TreeFile, type TreeRow, treeRows } from './fileTree.ts';
import styles from './FileTree.module.css';
import { isPage, routeOfFile } from './pages.ts';

/** Rendered first: a build may have ten thousand files. */
const FIRST = 300;
/** A tree with at most this many files starts with its folders open. */
const OPEN_UP_TO = 60;

/** Shortens `text/html; charset=utf-8` to html. */
const typeName = (type: string) =>
  type
    .replace(/;.*/, '')
    .replace(/^[^/]*\/(x-|vnd\.)?/, '')
    .replace(/\+xml$/, '')
    .replace(/^plain$/, 'text');

function Icon({ file }: { file: SnapshotFile }) {
  const props = { size: 14, 'aria-hidden': true, className: styles['icon'] } as const;
  if (isPage(file)) return <FileText {...props} />;
  if (file.type.startsWith('image/')) return <Image {...props} />;
  return /javascript|css|json|xml/.test(file.type) ? <FileCode {...props} /> : <FileIcon {...props} />;
}

interface FileTreeProps {
  files: readonly SnapshotFile[];
  snapshotId: string;
  /** Null for the live version. */
  version: number | null;
  /** Shows a page in the preview. */
  onOpen: (route: string) => void;
  /** Opens a file of a version other than the live one in a new tab. */
  onOpenInTab: (route: string, version: number, href: string) => void;
}

const routeToFile = (name: string) => `/${name.split('/').map(encodeURIComponent).join('/')}`;

/** The files of a version as a tree. A page opens in the preview, another file in a new tab. */
export function FileTree({ files, snapshotId, version, onOpen, onOpenInTab }: FileTreeProps) {
  const list = useRef<HTMLUListElement>(null);
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const [current, setCurrent] = useState<string | null>(null);
  const [isWhole, setIsWhole] = useState(false);
  const startsOpen = files.length <= OPEN_UP_TO;
  const isOpen = (path: string) => toggled.has(path) !== startsOpen;
  const all = treeRows(files, isOpen);
  const rows = isWhole ? all : all.slice(0, FIRST);
  const focusable = rows.some(({ path }) => path === current) ? current : rows[0]?.path;

  function toggle(path: string): void {
    const next = new Set(toggled);
    if (!next.delete(path)) next.add(path);
    setToggled(next);
  }

  function focus(row: TreeRow | undefined): void {
    if (!row) return;
    setCurrent(row.path);
    list.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(row.path)}"]`)?.focus();
  }

  function press(event: KeyboardEvent, row: TreeRow, at: number): void {
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

  function openFile(event: MouseEvent, { file }: TreeFile, href: string): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (isPage(file)) {
      event.preventDefault();
      onOpen(routeOfFile(file.name));
    } else if (version !== null) {
      event.preventDefault();
      onOpenInTab(routeToFile(file.name), version, href);
    }
  }

  return (
    <>
      <ul ref={list} className={styles['tree']} role="tree" aria-label={t('files')}>
        {rows.map((row, at) => {
          const common = {
            role: 'treeitem',
            className: styles['row'],
            style: { paddingInlineStart: 8 + (row.level - 1) * 14 },
            'aria-level': row.level,
            'data-path': row.path,
            title: row.path,
            tabIndex: row.path === focusable ? 0 : -1,
            onFocus: () => setCurrent(row.path),
            onKeyDown: (event: KeyboardEvent) => press(event, row, at),
          } as const;
          if (row.kind === 'folder') {
            return (
              <li key={row.path} role="none">
                <button
                  {...common}
                  type="button"
                  aria-expanded={isOpen(row.path)}
                  onClick={() => toggle(row.path)}
                >
                  <ChevronRight size={14} aria-hidden className={styles['chevron']} />
                  <span className={styles['name']}>{row.name}</span>
                </button>
              </li>
            );
          }
          const route = routeToFile(row.file.name);
          const href =
            version === null
              ? `/s/${snapshotId}${route}`
              : `/viewer/${snapshotId}${route}${versionQuery(version)}`;
          return (
            <li key={row.path} role="none">
              <a
                {...common}
                href={href}
                target="_blank"
                rel="noopener"
                onClick={(event) => openFile(event, row, href)}
              >
                <Icon file={row.file} />
                <span className={styles['name']}>{row.name}</span>
                <span className={styles['type']}>{typeName(row.file.type)}</span>
                <span className={styles['size']}>{bytes(row.file.size)}</span>
              </a>
            </li>
          );
        })}
      </ul>
      {rows.length < all.length && (
        <button type="button" className={styles['more']} onClick={() => setIsWhole(true)}>
          {t('showAllFiles', { count: files.length })}
        </button>
      )}
    </>
  );
}
