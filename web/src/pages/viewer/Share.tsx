import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { Share2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { t } from '../../words/frames.ts';
import { iconButton } from './controls.ts';

const ShareDialog = lazy(async () => ({ default: (await import('./ShareDialog.tsx')).ShareDialog }));

/** On a phone the system's own sheet reaches every app; it is modal and has its own way to copy. */
const hasShareSheet = () =>
  typeof navigator.share === 'function' && window.matchMedia('(pointer: coarse)').matches;

const linkOf = (snapshotId: string) => `${window.location.origin}/s/${snapshotId}`;

/** In the bar: the link, to copy, to share, or to take to a phone. */
export function Share({ snapshot }: { snapshot: SnapshotView }) {
  const [isOpen, setIsOpen] = useState(false);

  async function share(): Promise<void> {
    if (!hasShareSheet()) {
      setIsOpen(true);
      return;
    }
    try {
      await navigator.share({ title: snapshot.name, url: linkOf(snapshot.id) });
    } catch (error) {
      // Closing the sheet is no failure.
      const isClosed = error instanceof DOMException && error.name === 'AbortError';
      if (!isClosed) setIsOpen(true);
    }
  }

  return (
    <>
      <button
        type="button"
        className={iconButton}
        aria-label={t('share')}
        title={t('share')}
        onClick={() => void share()}
      >
        <Share2 size={16} />
      </button>
      {isOpen && (
        <Suspense>
          <ShareDialog snapshot={snapshot} link={linkOf(snapshot.id)} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
