import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { isResolved } from '../../features/comments/threads.ts';
import { useThreadKeys } from '../../features/comments/useThreadKeys.ts';
import { ThreadsContext } from '../../features/comments/threadsContext.ts';
import { useThreads } from '../../features/comments/useThreads.ts';
import { useNavigation } from '../../features/navigation/useNavigation.ts';
import { useFrame } from '../../features/preview/useFrame.ts';
import { useOutsideLink } from '../../features/preview/useOutsideLink.ts';
import { type OtherVersion, type Preview, usePreview } from '../../features/preview/usePreview.ts';
import { useHashLinks } from './hashLinks.ts';
import { Later } from './Later.ts';
import { type PanelName, panelsFor } from './panels.tsx';
import { TopBar } from './TopBar.tsx';
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
function useListedThreads({ snapshot, firstThread }: ViewerProps, preview: Preview, panels: Panels) {
  function show(panel: PanelName): void {
    panels.show(panel);
    if (panel === 'comments') threads.opened.showInList();
  }
  const threads = useThreads(snapshot, preview, {
    first: firstThread,
    isListOpen: panels.isShown('comments'),
    onListNeeded: () => show('comments'),
    leaveList: panels.leaveSheet,
  });
  useHashLinks((named) => {
    const next = panelsFor(snapshot).find(({ name }) => name === named.panel);
    if (next) show(next.name);
    if (named.thread !== null) threads.opened.actions.open(named.thread);
  });
  return { threads, show };
}

/** An open snapshot: the preview with its columns and bar. */
export function Viewer(props: ViewerProps) {
  const { snapshot } = props;
  const panels = usePanels(snapshot, props.firstPanel);
  const { columns, toggle } = panels;
  const preview = usePreview(snapshot, props.firstRoute, props.firstVersion);
  const navigation = useNavigation(preview);
  const outside = useOutsideLink(preview);
  const { threads, show } = useListedThreads(props, preview, panels);
  const showComments = () => show('comments');
  const { list, opened } = threads;
  const { current, actions } = opened;
  const framing = useFrame(current?.root.context?.viewport);
  useTitle(snapshot.name);
  useNewVersions(snapshot, preview);

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
      <Later>
        {({ Strips }) => (
          <Strips {...shared} onReview={panels.isShown('reviews') ? null : () => show('reviews')} />
        )}
      </Later>
      <ViewerColumns
        {...shared}
        panels={panels}
        navigation={navigation}
        unresolved={unresolved}
        onShow={show}
      />
      <Later>
        {({ ViewerOverlays, Background }) => (
          <>
            <ViewerOverlays
              {...shared}
              outside={outside}
              unresolved={unresolved}
              isCovered={columns.files || columns.panel}
              onComment={comment}
              onComments={showComments}
              onWalk={walk}
            />
            <Background {...shared} route={navigation.route} firstThread={props.firstThread} />
          </>
        )}
      </Later>
    </ThreadsContext>
  );
}
