import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { ArrowUpRight } from 'lucide-react';
import type { MouseEvent } from 'react';
import { openPreview } from '../../data/snapshotView.ts';
import { t } from '../../words/viewer.ts';
import { button } from './controls.ts';
import styles from './OpenInNewTab.module.css';
import type { Preview } from './usePreview.ts';

interface OpenInNewTabProps {
  snapshot: SnapshotView;
  preview: Pick<Preview, 'route' | 'version'>;
}

/** The page in the preview, in a tab of its own. */
export function OpenInNewTab({ snapshot, preview: { route, version } }: OpenInNewTabProps) {
  const other = version === snapshot.version ? undefined : version;
  const address = snapshot.contentUrl.replace(/\/$/, '') + route;

  // A tab has no part in the frame's permission: it needs a ticket, good for this once. Safari opens a tab only while
  // the press is handled, so the tab comes first and its address later.
  async function openWithTicket(): Promise<void> {
    const tab = window.open('', '_blank');
    if (tab) tab.opener = null;
    const url = await openPreview(snapshot.id, route, other).catch(() => address);
    if (tab) tab.location.replace(url);
  }

  function click(event: MouseEvent): void {
    if (snapshot.public && other === undefined) return;
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
