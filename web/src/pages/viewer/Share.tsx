import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { Share2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { t } from '../../features/preview/copy.ts';
import { IconButton } from '../../kit/IconButton.tsx';

const ShareDialog = lazy(async () => ({ default: (await import('./ShareDialog.tsx')).ShareDialog }));

/** On a phone the system's share sheet replaces the dialog; it offers copying too. */
const hasShareSheet = () =>
  typeof navigator.share === 'function' && window.matchMedia('(pointer: coarse)').matches;

export interface ShareProps {
  snapshot: SnapshotView;
  /** The route and the version that the preview shows. */
  route: string;
  version: number;
}

export function Share({ snapshot, route, version }: ShareProps) {
  const [isOpen, setIsOpen] = useState(false);

  async function share(): Promise<void> {
    if (!hasShareSheet()) {
      setIsOpen(true);
      return;
    }
    try {
      // The address is what the viewer shows.
      await navigator.share({ title: snapshot.name, url: window.location.href });
    } catch (error) {
      // Closing the sheet is not a failure.
      const isClosed = error instanceof DOMException && error.name === 'AbortError';
      if (!isClosed) setIsOpen(true);
    }
  }

  return (
    <>
      <IconButton label={t('share')} title={t('share')} onClick={() => void share()}>
        <Share2 size={16} />
      </IconButton>
      {isOpen && (
        <Suspense>
          <ShareDialog snapshot={snapshot} route={route} version={version} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
