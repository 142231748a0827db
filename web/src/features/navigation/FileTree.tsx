import type { SnapshotFile } from '@stagelink/shared/contracts/snapshots';
import { bytes } from '@stagelink/shared/domain/format';
import { viewerPath } from '@stagelink/shared/preview/viewerPath';
import { ChevronRight, File as FileIcon, FileCode, FileText, Image } from 'lucide-react';
import { memo, type MouseEvent, useMemo, useState } from 'react';
import { useStable } from '../../kit/useStable.ts';
import { useGradually } from '../../lib/useGradually.ts';
import { blocksOf, blockStyle } from './blocks.ts';
import { t } from './copy.ts';
import { type TreeFile, type TreeFolder, treeOf, type TreeRow, treeRows } from './fileTree.ts';
import { Button } from '../../kit/Button.tsx';
import styles from './FileTree.module.css';
import { pageFiles, routeOfFile } from './pages.ts';
import { type OpenFolders, useTreeKeys } from './useTreeKeys.ts';

/** A build may have ten thousand files. */
const LISTED = { keyOf: ({ path }: TreeRow) => path, first: 300, step: 200, isAsked: true };
const ROW_PX = 28;
/** A tree with at most this many files starts with its folders open. */
const OPEN_UP_TO = 60;

/** Shortens `text/html; charset=utf-8` to html. */
const typeName = (type: string) =>
  type
    .replace(/;.*/, '')
    .replace(/^[^/]*\/(x-|vnd\.)?/, '')
    .replace(/\+xml$/, '')
    .replace(/^plain$/, 'text');

function Icon({ file, isPage }: { file: SnapshotFile; isPage: boolean }) {
  const props = { size: 14, 'aria-hidden': true, className: styles.icon } as const;
  if (file.type.startsWith('image/')) return <Image {...props} />;
  if (isPage) return <FileText {...props} />;
  return /javascript|css|json|xml/.test(file.type) ? <FileCode {...props} /> : <FileIcon {...props} />;
}

const rowProps = ({ path, level }: TreeRow, isFocusable: boolean) =>
  ({
    role: 'treeitem',
    className: styles.row,
    style: { paddingInlineStart: 8 + (level - 1) * 14 },
    tabIndex: isFocusable ? 0 : -1,
    'aria-level': level,
    'data-path': path,
    title: path,
  }) as const;

interface RowProps<Row extends TreeRow> {
  row: Row;
  isFocusable: boolean;
}

interface FolderRowProps extends RowProps<TreeFolder> {
  isOpen: boolean;
  onToggle: (path: string) => void;
}

const FolderRow = memo(function FolderRow({ row, isFocusable, isOpen, onToggle }: FolderRowProps) {
  return (
    <button
      {...rowProps(row, isFocusable)}
      type="button"
      aria-expanded={isOpen}
      onClick={() => onToggle(row.path)}
    >
      <ChevronRight size={14} aria-hidden className={styles.chevron} />
      <span className={styles.name}>{row.name}</span>
    </button>
  );
});

/** How and where a file is opened. */
interface OpenOptions {
  snapshotId: string;
  /** Null for the live version. */
  version: number | null;
  /** Shows a page in the preview. */
  onOpen: (route: string) => void;
  /** Opens a file itself in a new tab; `href` is the viewer on it. */
  onOpenInTab: (route: string, href: string) => void;
}

interface FileRowProps extends RowProps<TreeFile>, OpenOptions {
  isPage: boolean;
}

const routeToFile = (name: string) => `/${name.split('/').map(encodeURIComponent).join('/')}`;

const FileRow = memo(function FileRow({ row, isFocusable, isPage, ...openOptions }: FileRowProps) {
  const { snapshotId, version, onOpen, onOpenInTab } = openOptions;
  const { file } = row;
  const route = routeToFile(file.name);
  const href = viewerPath(snapshotId, { route, version });

  function open(event: MouseEvent): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (isPage) onOpen(routeOfFile(file.name));
    else onOpenInTab(route, href);
  }

  return (
    <a {...rowProps(row, isFocusable)} href={href} target="_blank" rel="noopener" onClick={open}>
      <Icon file={file} isPage={isPage} />
      <span className={styles.name}>{row.name}</span>
      <span className={styles.type}>{typeName(file.type)}</span>
      <span className={styles.size}>{bytes(file.size)}</span>
    </a>
  );
});

function useOpenFolders(startOpen: boolean): OpenFolders {
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  return useMemo(
    () => ({
      isOpen: (path) => toggled.has(path) !== startOpen,
      toggle(path) {
        const next = new Set(toggled);
        if (!next.delete(path)) next.add(path);
        setToggled(next);
      },
    }),
    [toggled, startOpen],
  );
}

interface FileTreeProps extends OpenOptions {
  files: readonly SnapshotFile[];
}

/**
 * The files of a version as a tree. A page opens in the preview, another file in a new tab. Memoized: the viewer renders
 * with each report of its prototype.
 */
export const FileTree = memo(function FileTree({ files, ...openOptions }: FileTreeProps) {
  const folders = useOpenFolders(files.length <= OPEN_UP_TO);
  const pages = useMemo(() => pageFiles(files), [files]);
  const tree = useMemo(() => treeOf(files), [files]);
  const all = useMemo(() => treeRows(tree, folders.isOpen), [tree, folders]);
  const { shown: rows, showAll } = useGradually(all, LISTED);
  const { listProps, focusable } = useTreeKeys(rows, folders);
  const toggle = useStable(folders.toggle);

  return (
    <>
      <div {...listProps} className={styles.tree} role="tree" aria-label={t('files')}>
        {blocksOf(rows).map((block, at) => (
          <div
            // oxlint-disable-next-line react/no-array-index-key -- a block has no identity but its place
            key={at}
            className={styles.block}
            style={blockStyle(block.length, ROW_PX)}
            role="none"
          >
            {block.map((row) =>
              row.kind === 'folder' ? (
                <FolderRow
                  key={row.path}
                  row={row}
                  isFocusable={row.path === focusable}
                  isOpen={folders.isOpen(row.path)}
                  onToggle={toggle}
                />
              ) : (
                <FileRow
                  {...openOptions}
                  key={row.path}
                  row={row}
                  isFocusable={row.path === focusable}
                  isPage={pages.has(row.file.name)}
                />
              ),
            )}
          </div>
        ))}
      </div>
      {showAll && (
        <Button variant="quiet" size="small" onClick={showAll}>
          {t('showAllFiles', { count: files.length })}
        </Button>
      )}
    </>
  );
});
