import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { ArrowUpRight } from 'lucide-react';
import type { MouseEvent } from 'react';
import { openPreview } from '../../data/snapshotView.ts';
import { t } from '../../words/viewer.ts';
import { button } from './controls.ts';
import styles from './OpenInNewTab.module.css';

interface OpenInNewTabProps {
  snapshot: SnapshotView;
  /** Where in the prototype the preview is. */
  route: string;
}

/** The page in the preview, in a tab of its own. */
export function OpenInNewTab({ snapshot, route }: OpenInNewTabProps) {
  const address = snapshot.contentUrl.replace(/\/$/, '') + route;

  // A tab has no part in the frame's permission: for a protected snapshot it needs a ticket, good for this once.
  async function openWithTicket(): Promise<void> {
    const url = await openPreview(snapshot.id, route).catch(() => address);
    window.open(url, '_blank', 'noopener');
  }

  function click(event: MouseEvent): void {
    if (snapshot.public) return;
    event.preventDefault();
    void openWithTicket();
  }

  return (
    <a
      className={button('quiet', 'small')}
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
