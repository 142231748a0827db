import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { useState } from 'react';
import { isResolved } from '../../features/comments/threads.ts';
import { useThreadKeys } from '../../features/comments/useThreadKeys.ts';
import { ThreadsContext } from '../../features/comments/threadsContext.ts';
import { useThreads } from '../../features/comments/useThreads.ts';
import { t as comments } from '../../features/comments/viewerCopy.ts';
import { useNavigation } from '../../features/navigation/useNavigation.ts';
import { useFrame } from '../../features/preview/useFrame.ts';
import { useOutsideLink } from '../../features/preview/useOutsideLink.ts';
import { type OtherVersion, type Preview, usePreview } from '../../features/preview/usePreview.ts';
import { LazyPart } from '../../kit/LazyPart.tsx';
import { useVersionToast } from '../../kit/viewer/useVersionToast.ts';
import { useHashLinks } from './hashLinks.ts';
import { Background, KeySheet, OutsideLink, PreviewFailure, Strips, ViewerOverlays } from './lazyParts.ts';
import { type PanelName, panelsFor } from './panels.tsx';
import { TopBar } from './TopBar.tsx';
import { useLiveSnapshot } from './useLiveSnapshot.ts';
import { type Panels, usePanels } from './usePanels.ts';
import { useViewerKeys } from './useViewerKeys.ts';
import { ViewerColumns } from './ViewerColumns.tsx';
import { useNewVersions, useTitle } from './viewerEffects.ts';

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

/** Threads whose list is the first panel of the right column. */
function useListedThreads(
  { snapshot, firstThread }: ViewerProps,
  preview: Preview,
  { panels, onResolved }: { panels: Panels; onResolved: (undo: () => void) => void },
) {
  function show(panel: PanelName): void {
    panels.show(panel);
    if (panel === 'comments') threads.opened.showInList();
  }
  const threads = useThreads(snapshot, preview, {
    first: firstThread,
    isListOpen: panels.isShown('comments'),
    onListNeeded: () => show('comments'),
    leaveList: panels.leaveSheet,
    onResolved,
  });
  useHashLinks((named) => {
    const next = panelsFor(snapshot).find(({ name }) => name === named.panel);
    if (next) show(next.name);
    if (named.thread !== null) threads.opened.actions.open(named.thread);
  });
  return { threads, show };
}

/** Why the preview shows no page of the prototype. */
function PreviewProblem({ preview }: { preview: Preview }) {
  const outside = useOutsideLink(preview);
  return (
    <LazyPart>
      {preview.status === 'failed' && <PreviewFailure onRetry={preview.openAfresh} />}
      {outside && <OutsideLink {...outside} />}
    </LazyPart>
  );
}

/** An open snapshot: the preview with its columns and bar. */
export function Viewer(props: ViewerProps) {
  const { snapshot } = props;
  const panels = usePanels(snapshot, props.firstPanel);
  const { columns, toggle } = panels;
  const preview = usePreview(snapshot, props.firstRoute, props.firstVersion);
  const navigation = useNavigation(preview);
  const [areKeysShown, setAreKeysShown] = useState(false);
  const { news, say } = useVersionToast();
  const onResolved = (undo: () => void) => say(comments('resolved'), { undo });
  const { threads, show } = useListedThreads(props, preview, { panels, onResolved });
  const showComments = () => show('comments');
  const { list, opened } = threads;
  const { current, actions } = opened;
  const framing = useFrame(current?.root.context?.viewport);
  const connection = useLiveSnapshot(snapshot.id);
  useTitle(snapshot.name);
  useNewVersions(snapshot, preview, say);

  const comment = () => (snapshot.canComment ? actions.startPicking('new') : showComments());
  const { walk, reply, settle } = useThreadKeys(threads, showComments);
  useViewerKeys(
    preview,
    {
      c: comment,
      C: list.togglePins,
      j: () => walk(1),
      k: () => walk(-1),
      r: reply,
      '[': () => toggle('files'),
      ']': () => toggle('panel'),
      '?': () => setAreKeysShown(true),
      // Otherwise Escape closes the sheet.
      ...(current && { Escape: opened.close }),
    },
    { R: settle },
  );

  const shared = { snapshot, preview };
  const unresolved = list.all.filter((thread) => !isResolved(thread)).length;
  return (
    <ThreadsContext value={threads}>
      <TopBar
        {...shared}
        columns={columns}
        framing={framing}
        navigation={navigation}
        onToggle={toggle}
        onComment={comment}
        onDetails={() => show('details')}
        isAssistantShown={panels.isShown('ai')}
        onAssistant={() => (panels.isShown('ai') ? toggle('panel') : show('ai'))}
      />
      <LazyPart>
        <Strips
          snapshot={snapshot}
          preview={preview}
          onAnswer={panels.isShown('reviews') ? null : () => show('reviews')}
        />
      </LazyPart>
      <ViewerColumns
        {...shared}
        panels={panels}
        navigation={navigation}
        unresolved={unresolved}
        onShow={show}
      />
      <PreviewProblem preview={preview} />
      <LazyPart>
        <ViewerOverlays
          {...shared}
          unresolved={unresolved}
          isCovered={columns.files || columns.panel}
          onComment={comment}
          onComments={showComments}
          onWalk={walk}
          say={say}
        />
      </LazyPart>
      <LazyPart>{areKeysShown && <KeySheet onClose={() => setAreKeysShown(false)} />}</LazyPart>
      <LazyPart>
        <Background
          {...shared}
          connection={connection}
          news={news}
          route={navigation.route}
          firstThread={props.firstThread}
        />
      </LazyPart>
    </ThreadsContext>
  );
}
