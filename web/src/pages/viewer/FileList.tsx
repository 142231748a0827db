import type { SnapshotFile, SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { versionQuery } from '@stagelink/shared/preview/address';
import { type MouseEvent, useState } from 'react';
import { sentence } from '../../data/sentence.ts';
import { useVersionFiles } from '../../data/versions.ts';
import { bytes } from '../../ui/bytes.ts';
import { t } from '../../words/viewer.ts';
import styles from './FileList.module.css';
import { openInTab } from './openInTab.ts';

/** What is shown at first: a build has dozens of files, but it may have ten thousand. */
const FIRST = 300;

/** `text/html; charset=utf-8` as people say it: html. */
const typeName = (type: string) =>
  type
    .replace(/;.*/, '')
    .replace(/^[^/]*\/(x-|vnd\.)?/, '')
    .replace(/\+xml$/, '')
    .replace(/^plain$/, 'text');

interface FileProps {
  file: SnapshotFile;
  snapshotId: string;
  /** Null for what the link shows. */
  version: number | null;
}

function File({ file, snapshotId, version }: FileProps) {
  const cut = file.name.lastIndexOf('/') + 1;
  const route = `/${file.name.split('/').map(encodeURIComponent).join('/')}`;
  const href =
    version === null ? `/s/${snapshotId}${route}` : `/viewer/${snapshotId}${route}${versionQuery(version)}`;

  function click(event: MouseEvent): void {
    if (version === null) return;
    event.preventDefault();
    void openInTab({ id: snapshotId, route, version, otherwise: href });
  }

  return (
    <li>
      <a
        className={styles['file']}
        href={href}
        target="_blank"
        rel="noopener"
        title={file.name}
        onClick={click}
      >
        <span className={styles['name']}>
          {cut > 0 && <span className={styles['folder']}>{file.name.slice(0, cut)}</span>}
          <span className={styles['base']}>{file.name.slice(cut)}</span>
        </span>
        <span className={styles['type']}>{typeName(file.type)}</span>
        <span className={styles['size']}>{bytes(file.size)}</span>
      </a>
    </li>
  );
}

interface FileListProps {
  snapshot: SnapshotView;
  /** Of the version that is shown. */
  version: number;
}

/** The files of the version that is shown, each leading to itself. */
export function FileList({ snapshot, version }: FileListProps) {
  const [isWhole, setIsWhole] = useState(false);
  const other = version === snapshot.version ? null : version;
  const { data, error } = useVersionFiles(snapshot.id, other);
  const files = other === null ? snapshot.files : data;
  if (!files) return error && <p role="alert">{sentence(error, t('partFailed'))}</p>;
  const shown = isWhole ? files : files.slice(0, FIRST);
  return (
    <>
      <ul className={styles['list']}>
        {shown.map((file) => (
          <File key={file.name} file={file} snapshotId={snapshot.id} version={other} />
        ))}
      </ul>
      {shown.length < files.length && (
        <button type="button" className={styles['more']} onClick={() => setIsWhole(true)}>
          {t('showAll', { count: files.length })}
        </button>
      )}
    </>
  );
}
