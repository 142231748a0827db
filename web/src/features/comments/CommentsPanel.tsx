import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { viewerPath } from '@stagelink/shared/preview/viewerPath';
import { Fragment, useState } from 'react';
import { SelectBar, SelectBox, type Selected } from '../agentWork/Selecting.tsx';
import { sendWithUndo } from '../agentWork/sendWithUndo.ts';
import { t } from './copy.ts';
import { t as ofViewer } from './viewerCopy.ts';
import { Button } from '../../kit/Button.tsx';
import type { Preview } from '../preview/usePreview.ts';
import { groupByPage, type InboxView, isInView, WHOLE_INBOX } from './inbox.ts';
import { InboxMenu } from './InboxMenu.tsx';
import { markRead } from './readMarks.ts';
import { LostPins } from './LostPins.tsx';
import { useCopyLink } from '../../kit/useCopyLink.ts';
import { useFindings } from './useFindings.ts';
import { SkeletonLines } from '../../kit/Skeleton.tsx';
import { VisuallyHidden } from '../../kit/VisuallyHidden.tsx';
import { Line } from '../../kit/layout/Line.tsx';
import styles from './CommentsPanel.module.css';
import { Composer } from './Composer.tsx';
import { PanelMenu } from './PanelMenu.tsx';
import { ReplyAddress } from './ReplyAddress.tsx';
import { FILTERS, type Thread } from './threads.ts';
import { type ThreadPlace, ThreadView } from './ThreadView.tsx';
import { type Posting, usePosting } from './usePosting.ts';
import { type OpenThread, useOpenThread, useThreadList } from './threadsContext.ts';
import { LazyPart } from '../../kit/LazyPart.tsx';
import { useGradually } from '../../lib/useGradually.ts';
import { useFocusKept } from '../../kit/useFocusKept.ts';
import { useStable } from '../../kit/useStable.ts';
import { ErrorState } from '../../kit/ErrorState.tsx';
import { errorMessage } from '../../lib/errorMessage.ts';

const isTouch = () => window.matchMedia('(any-pointer: coarse)').matches;

function FilterButtons() {
  const list = useThreadList();
  return (
    <Line as="fieldset" gap="hairline" aria-label={t('filter')}>
      {FILTERS.map((filter) => (
        <button
          key={filter}
          type="button"
          className={styles.choice}
          aria-pressed={filter === list.filter}
          onClick={() => list.setFilter(filter)}
        >
          {t(filter)}
        </button>
      ))}
    </Line>
  );
}

function Empty() {
  const { all, setFilter } = useThreadList();
  if (all.length > 0) {
    return (
      <div className={styles.empty}>
        <p>{t('noneUnresolved')}</p>
        <Button variant="plain" size="small" onClick={() => setFilter('all')}>
          {t('showAll')}
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.empty}>
      <p>{t('none')}</p>
      <p className={styles.quiet}>{t(isTouch() ? 'noneHintTouch' : 'noneHint')}</p>
    </div>
  );
}

function Unmatched({ onWiden }: { onWiden: () => void }) {
  return (
    <div className={styles.empty}>
      <p>{t('noneMatch')}</p>
      <Button variant="plain" size="small" onClick={onWiden}>
        {t('widen')}
      </Button>
    </div>
  );
}

function LoadFailure() {
  const { failure, retry } = useThreadList();
  return (
    <ErrorState
      className={styles.empty}
      message={errorMessage(failure, t('loadFailed'))}
      error={failure}
      onRetry={retry}
    />
  );
}

function MembersOnly() {
  return (
    <p className={styles.quiet}>
      {t('membersOnly')} <a href="/login">{t('signIn')}</a>
    </p>
  );
}

/** Visitors can edit only what they wrote in this browser. */
const hasCommented = (all: readonly Thread[]) =>
  all.some(({ root, replies }) =>
    [root, ...replies].some(({ isAnonymous, can }) => isAnonymous && can.remove),
  );

const placeOf = (thread: Thread, { current, isAtPin, answered }: OpenThread): ThreadPlace =>
  (thread === current && !isAtPin) || thread.root.id === answered ? 'list' : 'card';

interface CommentsPanelProps {
  snapshot: SnapshotView;
  preview: Preview;
}

interface BarProps extends CommentsPanelProps {
  view: InboxView;
  onView: (view: InboxView) => void;
  onSelect: () => void;
}

function Bar({ snapshot, preview, view, onView, onSelect }: BarProps) {
  const { you } = snapshot;
  const { all, act } = useThreadList();
  const unread = all.filter(({ root }) => root.isUnread);
  const readAll = () => void act(snapshot.id, t('readAllFailed'), () => markRead(snapshot.id, unread));
  return (
    <div className={styles.bar}>
      <FilterButtons />
      <Line as="span" gap="hairline">
        <InboxMenu
          view={view}
          version={preview.version}
          isSignedIn={you.kind === 'owner' || you.kind === 'user'}
          onChange={onView}
          onReadAll={unread.length === 0 ? null : readAll}
        />
        <PanelMenu snapshot={snapshot} onSelect={onSelect} />
      </Line>
    </div>
  );
}

type NewThreadProps = Pick<CommentsPanelProps, 'snapshot'> & { onPost: Posting };

function NewThread({ snapshot, onPost }: NewThreadProps) {
  const { all } = useThreadList();
  const { actions, showInList } = useOpenThread();

  function show(id: string): void {
    actions.select(id);
    showInList();
  }

  return (
    <div className={styles.write}>
      {snapshot.canComment ? (
        <Composer
          snapshot={snapshot}
          draftOf="new"
          label={t('write')}
          placeholder={t('placeholder')}
          sendLabel={ofViewer('comment')}
          isQuiet
          onSend={(written) => show(onPost(written))}
        />
      ) : (
        <MembersOnly />
      )}
      {snapshot.you.kind === 'visitor' && (
        <ReplyAddress snapshotId={snapshot.id} hasCommented={hasCommented(all)} />
      )}
    </div>
  );
}

interface ThreadListProps extends CommentsPanelProps {
  shown: readonly Thread[];
  onPost: Posting;
  onCopyLink: (id: string) => void;
  selected: Selected;
  onSelected: (selected: Selected) => void;
}

/** There may be hundreds of threads. */
const LISTED = { keyOf: ({ root }: Thread) => root.id, first: 12, step: 6 };

function ThreadList(props: ThreadListProps) {
  const { shown: all, snapshot, preview, onPost, onCopyLink, selected, onSelected } = props;
  const { focused, posts, problem } = useThreadList();
  const opened = useOpenThread();
  const { shown } = useGradually(all, LISTED);
  const findings = useFindings(preview);
  return (
    <ol className={styles.threads}>
      {shown.map((thread) => (
        <li key={thread.root.id}>
          {selected !== null && (
            <LazyPart>
              <SelectBox root={thread.root} selected={selected} onChange={onSelected} />
            </LazyPart>
          )}
          <ThreadView
            thread={thread}
            place={placeOf(thread, opened)}
            snapshot={snapshot}
            actions={opened.actions}
            isCurrent={opened.current === thread}
            isAnswered={opened.answered === thread.root.id}
            takesFocus={focused === thread}
            status={findings.get(thread.root.id)?.status ?? null}
            hasOther={findings.get(thread.root.id)?.hasOther === true}
            furtherLost={findings.get(thread.root.id)?.furtherLost ?? 0}
            version={preview.version}
            posts={posts}
            problem={problem}
            onPost={onPost}
            onCopyLink={onCopyLink}
          />
        </li>
      ))}
    </ol>
  );
}

export function CommentsPanel(props: CommentsPanelProps) {
  const { snapshot, preview } = props;
  const { shown, isPending, hasFailed, problem, act } = useThreadList();
  const { current } = useOpenThread();
  const panel = useFocusKept();
  const post = usePosting(snapshot, preview);
  const { copy, copyResult } = useCopyLink();
  const copyLink = useStable((threadId: string) => copy(viewerPath(snapshot.id, { thread: threadId })));
  const [view, setView] = useState(WHOLE_INBOX);
  const [selected, setSelected] = useState<Selected>(null);
  const isLoaded = !isPending && !hasFailed;
  // The open thread stays, whatever the list is narrowed to.
  const inView = shown.filter((thread) => thread === current || isInView(thread, view, snapshot.you.name));
  const groups = view.isByPage ? groupByPage(inView) : [{ route: null, threads: inView }];
  const about = problem?.id === snapshot.id ? problem.text : null;

  return (
    <div ref={panel} className={styles.panel} tabIndex={-1}>
      <Bar {...props} view={view} onView={setView} onSelect={() => setSelected(new Set())} />
      {selected !== null && (
        <LazyPart>
          <SelectBar
            roots={inView.map(({ root }) => root)}
            selected={selected}
            onChange={setSelected}
            onSend={(roots) => {
              setSelected(null);
              void sendWithUndo(snapshot, roots, act);
            }}
          />
        </LazyPart>
      )}
      {about !== null && (
        <p className={styles.problem} role="alert">
          {about}
        </p>
      )}
      <LostPins {...props} />
      <NewThread snapshot={snapshot} onPost={post} />
      {isPending && <SkeletonLines label={t('loading')} widths={[45, 100, 45, 100, 45, 100]} />}
      {hasFailed && <LoadFailure />}
      {isLoaded && shown.length === 0 && <Empty />}
      {isLoaded && shown.length > 0 && inView.length === 0 && (
        <Unmatched onWiden={() => setView(WHOLE_INBOX)} />
      )}
      {groups.map(({ route, threads: group }) => (
        <Fragment key={route ?? ''}>
          {view.isByPage && <h3 className={styles.page}>{route ?? t('noPage')}</h3>}
          <ThreadList
            {...props}
            shown={group}
            onPost={post}
            onCopyLink={copyLink}
            selected={selected}
            onSelected={setSelected}
          />
        </Fragment>
      ))}
      <VisuallyHidden as="output">{copyResult}</VisuallyHidden>
    </div>
  );
}
