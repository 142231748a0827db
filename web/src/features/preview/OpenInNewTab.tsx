import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { ArrowUpRight } from 'lucide-react';
import type { MouseEvent } from 'react';
import { t } from './copy.ts';
import { openInTab, tabTarget } from './openInTab.ts';
import styles from './OpenInNewTab.module.css';
import type { Preview } from './usePreview.ts';

interface OpenInNewTabProps {
  snapshot: SnapshotView;
  preview: Pick<Preview, 'route' | 'version'>;
}

export function OpenInNewTab({ snapshot, preview }: OpenInNewTabProps) {
  const target = tabTarget(snapshot, preview);

  function click(event: MouseEvent): void {
    if (snapshot.public && target.version === undefined) return;
    event.preventDefault();
    void openInTab(target);
  }

  return (
    <a
      className={styles.link}
      href={target.otherwise}
      target="_blank"
      rel="noopener"
      aria-label={t('openInNewTab')}
      title={t('openInNewTab')}
      onClick={click}
    >
      <ArrowUpRight size={15} />
    </a>
  );
}
