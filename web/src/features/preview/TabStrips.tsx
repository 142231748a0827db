import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { Button } from '../../kit/Button.tsx';
import { Strip } from '../../kit/Strip.tsx';
import { t as preview } from './copy.ts';
import { t } from './tabStripsCopy.ts';
import { openInTab, tabTarget } from './openInTab.ts';
import { useEffect, useState } from 'react';
import type { Preview } from './usePreview.ts';

interface TabStripProps {
  snapshot: SnapshotView;
  shown: Pick<Preview, 'route' | 'version'>;
}

/** Says that the browser does not isolate the page in a frame, and offers a tab, where it does. */
export function IsolationStrip({ snapshot, shown }: TabStripProps) {
  return (
    <Strip label={t('isolation')}>
      <output>{t('notIsolated')}</output>
      <Button variant="plain" size="small" onClick={() => void openInTab(tabTarget(snapshot, shown))}>
        {preview('openInNewTab')}
      </Button>
    </Strip>
  );
}

/** Whether the document in the frame hides itself, as pages do that refuse frames. */
function useIsHidden({ listen, documents }: Preview): boolean {
  const [hiddenIn, setHiddenIn] = useState<number | null>(null);
  useEffect(
    () =>
      listen((message) => {
        if (message.type === 'hiding') setHiddenIn(message.isHidden ? documents : null);
      }),
    [listen, documents],
  );
  return hiddenIn === documents;
}

/** Says that a page hides itself in a frame, and offers a tab. */
export function HiddenStrip({ snapshot, shown }: TabStripProps & { shown: Preview }) {
  const isHidden = useIsHidden(shown);
  if (!isHidden) return null;
  return (
    <Strip label={t('hidden')}>
      <output>{t('hidesInFrame')}</output>
      <Button variant="plain" size="small" onClick={() => void openInTab(tabTarget(snapshot, shown))}>
        {t('openInTab')}
      </Button>
    </Strip>
  );
}
