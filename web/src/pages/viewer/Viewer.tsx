import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { lazy, useEffect, useEffectEvent, useRef, useState } from 'react';
import { keepDraft } from '../../data/drafts.ts';
import { t as comments } from '../../words/comments.ts';
import { t as common } from '../../words/common.ts';
import { t } from '../../words/viewer.ts';
import { Column } from './Column.tsx';
import { ConnectionState } from './ConnectionState.tsx';
import { PickBar } from './comments/PickBar.tsx';
import { isResolved } from './comments/threads.ts';
import { useLongPressHint } from './comments/useLongPressHint.ts';
import { useThreads } from './comments/useThreads.ts';
import { useThreadKeys } from './comments/useThreadKeys.ts';
import { useNamed } from './named.ts';
import { News } from './News.tsx';
import { useNews } from './useNews.ts';
import { type PanelName, panelsFor } from './panels.tsx';
import { Part } from './Part.tsx';
import { PreviewFailure } from './PreviewFailure.tsx';
import { Side } from './Side.tsx';
import { ThumbBar } from './ThumbBar.tsx';
import { TopBar } from './TopBar.tsx';
import { useColumns } from './useColumns.ts';
import { useFrame } from './useFrame.ts';
import { useKeyboardInset } from './useKeyboardInset.ts';
import { useLiveSnapshot } from './useLiveSnapshot.ts';
import { type OtherVersion, usePreview } from './usePreview.ts';
import { useViewerKeys } from './useViewerKeys.ts';
import { usePinReports } from './versions/usePinReports.ts';

const loadPinComposer = () => import('./comments/PinComposer.tsx');
const PinComposer = lazy(async () => ({ default: (await loadPinComposer()).PinComposer }));
const PinChooser = lazy(async () => ({ default: (await import('./comments/PinChooser.tsx')).PinChooser }));
const FileList = lazy(async () => ({ default: (await import('./FileList.tsx')).FileList }));
const KeySheet = lazy(async () => ({ default: (await import('./KeySheet.tsx')).KeySheet }));
const ReviewerStrip = lazy(async () => ({
  default: (await import('./reviews/ReviewerStrip.tsx')).ReviewerStrip,
}));

/** A page that is open and has not spoken by then has no agent. */
const AGENT_WAIT_MS = 3000;

interface ViewerProps {
  snapshot: SnapshotView;
  /** Where in the prototype to begin. */
  firstRoute: string;
  /** Which version to begin with, where it is not the link's. */
  firstVersion: OtherVersion | null;
  /** The thread its address names. */
  firstThread: string | null;
  /** The panel its address names. */
  firstPanel: PanelName | null;
}

/** An open snapshot: the preview on its stage, and what we know of it around it. */
export function Viewer({ snapshot, firstRoute, firstVersion, firstThread, firstPanel }: ViewerProps) {
  const { id, name, version, canComment } = snapshot;
  const asked = panelsFor(snapshot).find((each) => each.name === firstPanel)?.name;
  const { columns, toggle, open } = useColumns(firstThread !== null || asked !== undefined);
  const preview = usePreview(snapshot, firstRoute, firstVersion);
  const { status, reload, openAfresh } = preview;
  const isOwnVersion = preview.version === version;
  const [panel, setPanel] = useState<PanelName>(asked ?? 'comments');
  const [areKeysShown, setAreKeysShown] = useState(false);

  function showPanel(next: PanelName): void {
    setPanel(next);
    open('panel');
  }

  const { news, say } = useNews();
  const threads = useThreads(snapshot, preview, {
    first: firstThread,
    onAsked: () => showPanel('comments'),
    onResolved: (undo) => say(comments('resolved'), { undo }),
  });
  useNamed((named) => {
    const next = panelsFor(snapshot).find((each) => each.name === named.panel);
    if (next) showPanel(next.name);
    if (named.thread === null) return;
    showPanel('comments');
    threads.open(named.thread);
  });
  usePinReports(snapshot, preview, threads.all);
  useKeyboardInset();
  useLongPressHint(preview.documents > 0 && canComment, say);
  const framing = useFrame(columns, threads.current?.root.context?.viewport);

  function comment(): void {
    if (canComment) threads.startPicking('new');
    else showPanel('comments');
  }

  // Where no pin can be set, a comment can still be written.
  const isInVain = threads.picking !== null && status === 'open' && preview.documents === 0;
  const giveUpPicking = useEffectEvent(() => {
    threads.stopPicking();
    showPanel('comments');
  });
  useEffect(() => {
    if (!isInVain) return undefined;
    const timer = setTimeout(() => giveUpPicking(), AGENT_WAIT_MS);
    return () => clearTimeout(timer);
  }, [isInVain]);

  const { walk, reply, settle } = useThreadKeys(threads, () => showPanel('comments'));
  useViewerKeys(
    preview,
    {
      c: comment,
      j: () => walk(1),
      k: () => walk(-1),
      r: reply,
      '[': () => toggle('files'),
      ']': () => toggle('panel'),
      '?': () => setAreKeysShown(true),
      // Otherwise it is a sheet's, which it closes.
      ...(threads.current && { Escape: threads.close }),
    },
    { R: settle },
  );

  const connection = useLiveSnapshot(id);
  useEffect(() => {
    document.title = `${name} · ${common('product')}`;
  }, [name]);
  // What a comment is written in comes right behind the first picture.
  useEffect(() => {
    if (status === 'open') void loadPinComposer();
  }, [status]);

  const shownVersion = useRef(version);
  useEffect(() => {
    if (version === shownVersion.current) return;
    shownVersion.current = version;
    // Whoever looks at another version is not taken away from it.
    if (isOwnVersion) reload();
    say(t('versionIsLive', { version }));
  }, [version, isOwnVersion, reload, say]);

  function discardDraft(text: string): void {
    const { draft } = threads;
    threads.dropDraft();
    if (!draft || text.trim() === '') return;
    say(comments('draftDiscarded'), {
      undo() {
        keepDraft(id, 'pin', { text, placed: draft.placed });
        threads.restoreDraft(draft);
      },
    });
  }

  const props = { snapshot, preview, threads };
  const isAnswering = columns.panel && panel === 'reviews';
  const isBusy = threads.picking !== null || threads.draft !== null;
  return (
    <>
      <TopBar {...props} columns={columns} framing={framing} onToggle={toggle} onComment={comment} />
      {isOwnVersion && snapshot.you.kind === 'reviewer' && (
        <Part>
          <ReviewerStrip snapshot={snapshot} onAnswer={isAnswering ? null : () => showPanel('reviews')} />
        </Part>
      )}
      {columns.files && (
        <Column side="left" label={t('files')} head={<h2>{t('files')}</h2>} onClose={() => toggle('files')}>
          <Part>
            <FileList snapshot={snapshot} version={preview.version} />
          </Part>
        </Column>
      )}
      {columns.panel && <Side {...props} shown={panel} onShow={setPanel} onClose={() => toggle('panel')} />}
      {status === 'failed' && <PreviewFailure onRetry={openAfresh} />}
      {threads.picking !== null && (
        <PickBar purpose={threads.picking} isReady={threads.isPickReady} onCancel={threads.stopPicking} />
      )}
      {!isBusy && !columns.panel && !columns.files && (
        <ThumbBar
          open={threads.all.filter((thread) => !isResolved(thread)).length}
          onOpen={() => showPanel('comments')}
          onComment={canComment ? comment : null}
        />
      )}
      <Part>
        {threads.draft && (
          <PinComposer
            snapshot={snapshot}
            preview={preview}
            draft={threads.draft}
            onSent={(sent) => {
              threads.dropDraft();
              threads.select(sent);
              if (columns.panel && panel === 'comments') threads.focus(sent);
            }}
            isHidden={threads.picking !== null}
            onDrop={discardDraft}
          />
        )}
        {threads.pressed.length > 0 && <PinChooser threads={threads} />}
        {areKeysShown && <KeySheet onClose={() => setAreKeysShown(false)} />}
      </Part>
      <ConnectionState state={connection} />
      <News news={news} />
    </>
  );
}
