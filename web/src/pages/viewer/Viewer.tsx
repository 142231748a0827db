import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { lazy, useEffect, useEffectEvent, useRef, useState } from 'react';
import { keepDraft } from '../../features/comments/drafts.ts';
import { t as comments } from '../../features/comments/viewerCopy.ts';
import { t as common } from '../../lib/commonCopy.ts';
import { t } from './copy.ts';
import { isResolved } from '../../features/comments/threads.ts';
import { useThreads } from '../../features/comments/useThreads.ts';
import { useThreadKeys } from '../../features/comments/useThreadKeys.ts';
import { useHashLinks } from './hashLinks.ts';
import { useVersionToast } from '../../kit/viewer/useVersionToast.ts';
import { type PanelName, panelsFor } from './panels.tsx';
import { LazyPart } from '../../kit/LazyPart.tsx';
import { TopBar } from './TopBar.tsx';
import { isSheet, useColumns } from './useColumns.ts';
import { useNavigation } from '../../features/navigation/useNavigation.ts';
import { useFrame } from '../../features/preview/useFrame.ts';
import { useKeyboardInset } from './useKeyboardInset.ts';
import { useLiveSnapshot } from './useLiveSnapshot.ts';
import { type OtherVersion, usePreview } from '../../features/preview/usePreview.ts';
import { useOutsideLink } from '../../features/preview/useOutsideLink.ts';
import { useViewerKeys } from './useViewerKeys.ts';
import { usePinResults } from '../../features/comments/usePinResults.ts';

const loadPinComposer = () => import('../../features/comments/PinComposer.tsx');
const PinComposer = lazy(async () => ({ default: (await loadPinComposer()).PinComposer }));
const loadPinThread = () => import('../../features/comments/lazyParts.ts');
const PinThread = lazy(async () => ({ default: (await loadPinThread()).PinThread }));
const loadPictures = () => import('../../features/pictures/api.ts');
const loadPickBar = () => import('../../features/pins/PickBar.tsx');
const PickBar = lazy(async () => ({ default: (await loadPickBar()).PickBar }));
const HiddenPins = lazy(async () => ({ default: (await loadPickBar()).HiddenPins }));
const PinChooser = lazy(async () => ({
  default: (await import('../../features/pins/PinChooser.tsx')).PinChooser,
}));
const RightPanel = lazy(async () => ({ default: (await import('./RightPanel.tsx')).RightPanel }));
const PreviewFailure = lazy(async () => ({
  default: (await import('../../features/preview/PreviewFailure.tsx')).PreviewFailure,
}));
const OutsideLink = lazy(async () => ({
  default: (await import('../../features/preview/OutsideLink.tsx')).OutsideLink,
}));
const PagesColumn = lazy(async () => ({ default: (await import('./PagesColumn.tsx')).PagesColumn }));
const MobileActionBar = lazy(async () => ({
  default: (await import('./MobileActionBar.tsx')).MobileActionBar,
}));
const Notices = lazy(async () => ({ default: (await import('./Notices.tsx')).Notices }));
const loadRails = () => import('./Rail.tsx');
const PagesRail = lazy(async () => ({ default: (await loadRails()).PagesRail }));
const PanelRail = lazy(async () => ({ default: (await loadRails()).PanelRail }));
const KeySheet = lazy(async () => ({ default: (await import('./KeySheet.tsx')).KeySheet }));
const ReviewerStrip = lazy(async () => ({
  default: (await import('../../features/reviews/ReviewerStrip.tsx')).ReviewerStrip,
}));

const UnclaimedStrip = lazy(async () => ({
  default: (await import('../../features/tryOut/UnclaimedStrip.tsx')).UnclaimedStrip,
}));

/** A loaded page that has not connected by now has no agent. */
const AGENT_WAIT_MS = 3000;

interface ViewerProps {
  snapshot: SnapshotView;
  /** The initial route of the prototype. */
  firstRoute: string;
  /** The initial version, if it is not the live one. */
  firstVersion: OtherVersion | null;
  /** The thread in the URL. */
  firstThread: string | null;
  /** The panel in the URL. */
  firstPanel: PanelName | null;
}

/** An open snapshot: the preview with its columns and bar. */
export function Viewer({ snapshot, firstRoute, firstVersion, firstThread, firstPanel }: ViewerProps) {
  const { id, name, version, canComment, isOwner, picture } = snapshot;
  const requestedPanel = panelsFor(snapshot).find((each) => each.name === firstPanel)?.name;
  const { columns, toggle, open } = useColumns(requestedPanel !== undefined);
  const preview = usePreview(snapshot, firstRoute, firstVersion);
  const { status, reload, openAfresh } = preview;
  const outside = useOutsideLink(preview);
  const navigation = useNavigation(preview);
  const isOwnVersion = preview.version === version;
  const [panel, setPanel] = useState<PanelName>(requestedPanel ?? 'comments');
  const [areKeysShown, setAreKeysShown] = useState(false);

  function showPanel(next: PanelName): void {
    setPanel(next);
    open('panel');
    if (next === 'comments') threads.showInList();
  }

  const { news, say } = useVersionToast();
  const threads = useThreads(snapshot, preview, {
    first: firstThread,
    isListOpen: columns.panel && panel === 'comments',
    onAsked: () => showPanel('comments'),
    onResolved: (undo) => say(comments('resolved'), { undo }),
  });
  useHashLinks((named) => {
    const next = panelsFor(snapshot).find((each) => each.name === named.panel);
    if (next) showPanel(next.name);
    if (named.thread !== null) threads.open(named.thread);
  });
  usePinResults(snapshot, preview, threads.all);
  useKeyboardInset();
  const framing = useFrame(threads.current?.root.context?.viewport);

  function comment(): void {
    if (canComment) threads.startPicking('new');
    else showPanel('comments');
  }

  // Without an agent no pin can be set, but a comment can be written.
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
      C: threads.togglePins,
      j: () => walk(1),
      k: () => walk(-1),
      r: reply,
      '[': () => toggle('files'),
      ']': () => toggle('panel'),
      '?': () => setAreKeysShown(true),
      // Otherwise Escape closes the sheet.
      ...(threads.current && { Escape: threads.close }),
    },
    { R: settle },
  );

  const connection = useLiveSnapshot(id);
  useEffect(() => {
    document.title = `${name} · ${common('product')}`;
  }, [name]);
  const hasPicture = isOwnVersion && picture !== null;
  const shown = preview.version;
  // After the first render: loads what a comment needs, and makes a picture for the owner's lists.
  useEffect(() => {
    if (status !== 'open') return;
    void loadPickBar();
    void loadPinComposer();
    void loadPinThread();
    if (isOwner && !hasPicture) void loadPictures().then(({ makePicture }) => makePicture(id, shown));
  }, [status, isOwner, hasPicture, id, shown]);

  const shownVersion = useRef(version);
  useEffect(() => {
    if (version === shownVersion.current) return;
    shownVersion.current = version;
    // Does not interrupt viewing another version.
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
  const isAssistantShown = columns.panel && panel === 'ai';
  const isAnswering = columns.panel && panel === 'reviews';
  const isWriting = threads.picking !== null || threads.draft !== null;
  const isBusy = isWriting || threads.isAtPin;
  const unresolved = threads.all.filter((thread) => !isResolved(thread)).length;
  return (
    <>
      <TopBar
        {...props}
        columns={columns}
        framing={framing}
        navigation={navigation}
        onToggle={toggle}
        onComment={comment}
        onDetails={() => showPanel('details')}
        isAssistantShown={isAssistantShown}
        onAssistant={() => (isAssistantShown ? toggle('panel') : showPanel('ai'))}
      />
      {isOwnVersion && snapshot.you.kind === 'reviewer' && (
        <LazyPart>
          <ReviewerStrip snapshot={snapshot} onAnswer={isAnswering ? null : () => showPanel('reviews')} />
        </LazyPart>
      )}
      {snapshot.isUnclaimed && (
        <LazyPart>
          <UnclaimedStrip snapshot={snapshot} />
        </LazyPart>
      )}
      <LazyPart>
        {!columns.files && <PagesRail onOpen={() => toggle('files')} />}
        {!columns.panel && (
          <PanelRail
            panels={panelsFor(snapshot)}
            unresolved={unresolved}
            onOpen={(name) => {
              showPanel(name);
              toggle('panel');
            }}
          />
        )}
      </LazyPart>
      {columns.files && (
        <LazyPart>
          <PagesColumn
            snapshot={snapshot}
            version={preview.version}
            navigation={navigation}
            threads={threads.all}
            onOpened={() => isSheet() && toggle('files')}
            onClose={() => toggle('files')}
          />
        </LazyPart>
      )}
      {columns.panel && (
        <LazyPart>
          <RightPanel {...props} shown={panel} onShow={setPanel} onClose={() => toggle('panel')} />
        </LazyPart>
      )}
      <LazyPart>
        {status === 'failed' && <PreviewFailure onRetry={openAfresh} />}
        {outside && <OutsideLink {...outside} />}
      </LazyPart>
      <LazyPart>
        {!isBusy && !columns.panel && !columns.files && (
          <MobileActionBar
            open={unresolved}
            onOpen={() => showPanel('comments')}
            onComment={canComment ? comment : null}
            canPick={preview.documents > 0 && canComment}
            say={say}
          />
        )}
        {threads.picking !== null && (
          <PickBar
            purpose={threads.picking}
            isReady={threads.isPickReady}
            isArea={threads.isPickingArea}
            onArea={threads.pickArea}
            onCancel={threads.stopPicking}
          />
        )}
        {!threads.arePinsShown && !isWriting && <HiddenPins onShow={threads.togglePins} />}
        {threads.draft && (
          <PinComposer
            snapshot={snapshot}
            preview={preview}
            draft={threads.draft}
            onSent={threads.dropDraft}
            isHidden={threads.picking !== null}
            onDrop={discardDraft}
          />
        )}
        {threads.isAtPin && threads.current && !isWriting && (
          <PinThread {...props} thread={threads.current} onWalk={walk} />
        )}
        {threads.pressed.length > 0 && <PinChooser threads={threads} />}
        {areKeysShown && <KeySheet onClose={() => setAreKeysShown(false)} />}
      </LazyPart>
      <LazyPart>
        <Notices connection={connection} news={news} />
      </LazyPart>
    </>
  );
}
