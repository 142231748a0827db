import type { SnapshotFile } from '@stagelink/shared/contracts/snapshots';
import { useState } from 'react';
import { bytes } from '../../ui/bytes.ts';
import { t } from '../../words/viewer.ts';
import styles from './FileList.module.css';

/** What is shown at first: a build has dozens of files, but it may have ten thousand. */
const FIRST = 300;

/** `text/html; charset=utf-8` as people say it: html. */
const typeName = (type: string) =>
  type
    .replace(/;.*/, '')
    .replace(/^[^/]*\/(x-|vnd\.)?/, '')
    .replace(/\+xml$/, '')
    .replace(/^plain$/, 'text');

function File({ file, snapshotId }: { file: SnapshotFile; snapshotId: string }) {
  const cut = file.name.lastIndexOf('/') + 1;
  const href = `/s/${snapshotId}/${file.name.split('/').map(encodeURIComponent).join('/')}`;
  return (
    <li>
      <a className={styles['file']} href={href} target="_blank" rel="noopener" title={file.name}>
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
  snapshotId: string;
  files: SnapshotFile[];
}

/** The files of the version that is shown, each leading to itself. */
export function FileList({ snapshotId, files }: FileListProps) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? files : files.slice(0, FIRST);
  return (
    <>
      <ul className={styles['list']}>
        {shown.map((file) => (
          <File key={file.name} file={file} snapshotId={snapshotId} />
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
