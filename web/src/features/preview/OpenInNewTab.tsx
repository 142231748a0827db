import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { ArrowUpRight } from 'lucide-react';
import type { MouseEvent } from 'react';
import { t } from './copy.ts';
import { buttonClass } from '../../kit/buttonClass.ts';
import { openInTab } from './openInTab.ts';
import styles from './OpenInNewTab.module.css';
import type { Preview } from './usePreview.ts';

interface OpenInNewTabProps {
  snapshot: SnapshotView;
  preview: Pick<Preview, 'route' | 'version'>;
}

export function OpenInNewTab({ snapshot, preview: { route, version } }: OpenInNewTabProps) {
  const other = version === snapshot.version ? undefined : version;
  const address = snapshot.contentUrl.replace(/\/$/, '') + route;

  function click(event: MouseEvent): void {
    if (snapshot.public && other === undefined) return;
    event.preventDefault();
    void openInTab({ id: snapshot.id, route, version: other, otherwise: address });
  }

  return (
    <a
      className={buttonClass({ variant: 'quiet', size: 'small' })}
      href={address}
      target="_blank"
      rel="noopener"
      aria-label={t('openInNewTab')}
      title={t('openInNewTab')}
      onClick={click}
    >
      <span className={styles['words']}>{t('openInNewTab')}</span>
      <ArrowUpRight size={16} />
    </a>
  );
}
