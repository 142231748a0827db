import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { viewerPath } from '@stagelink/shared/preview/viewerPath';
import { Fragment, useState } from 'react';
import { t } from './copy.ts';
import { t as ofViewer } from './viewerCopy.ts';
import { Button } from '../../kit/Button.tsx';
import type { Preview } from '../preview/usePreview.ts';
import { groupByPage, type InboxView, isInView, WHOLE_INBOX } from './inbox.ts';
import { t as inbox } from './inboxCopy.ts';
import { InboxMenu } from './InboxMenu.tsx';
import { markRead } from './readMarks.ts';
import { LostPins } from './LostPins.tsx';
import { useCopyLink } from '../../kit/viewer/useCopyLink.ts';
import styles from './CommentsPanel.module.css';
import { Composer } from './Composer.tsx';
import { PanelMenu } from './PanelMenu.tsx';
import { ReplyAddress } from './ReplyAddress.tsx';
import { FILTERS, type Thread } from './threads.ts';
import { type ThreadPlace, ThreadView } from './ThreadView.tsx';
import { type Posting, usePosting } from './usePosting.ts';
import type { Threads } from './useThreads.ts';
import { useFocusKept } from '../../kit/useFocusKept.ts';
import { useStable } from '../../kit/useStable.ts';
import { ErrorState } from '../../kit/ErrorState.tsx';
import { errorMessage } from '../../lib/errorMessage.ts';

const isTouch = () => window.matchMedia('(any-pointer: coarse)').matches;

function FilterButtons({ threads }: { threads: Threads }) {
  return (
    <fieldset className={styles.filter} aria-label={t('filter')}>
      {FILTERS.map((filter) => (
        <button
          key={filter}
          type="button"
          className={styles.choice}
          aria-pressed={filter === threads.filter}
          onClick={() => threads.setFilter(filter)}
        >
          {t(filter)}
        </button>
      ))}
    </fieldset>
  );
}

function Skeleton() {
  return (
    <output className={styles.skeleton} aria-label={t('loading')}>
      {[0, 1, 2].map((each) => (
        <span key={each} className={styles.bones} />
      ))}
    </output>
  );
}

function Empty({ threads }: { threads: Threads }) {
  if (threads.all.length > 0) {
    return (
      <div className={styles.empty}>
        <p>{t('noneUnresolved')}</p>
        <Button variant="plain" size="small" onClick={() => threads.setFilter('all')}>
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
      <p>{inbox('none')}</p>
      <Button variant="plain" size="small" onClick={onWiden}>
        {inbox('widen')}
      </Button>
    </div>
  );
}

function LoadFailure({ threads: { failure, retry } }: { threads: Threads }) {
  return (
    <ErrorState className={styles.empty} message={errorMessage(failure, t('loadFailed'))} onRetry={retry} />
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
const hasCommented = ({ all }: Threads) =>
  all.some(({ root, replies }) =>
    [root, ...replies].some(({ isAnonymous, can }) => isAnonymous && can.remove),
  );

const placeOf = (thread: Thread, { current, isAtPin, replyTo }: Threads): ThreadPlace =>
  (thread === current && !isAtPin) || thread.root.id === replyTo ? 'list' : 'card';

interface CommentsPanelProps {
  snapshot: SnapshotView;
  preview: Preview;
  threads: Threads;
}

interface BarProps extends CommentsPanelProps {
  view: InboxView;
  onView: (view: InboxView) => void;
}

function Bar({ snapshot, preview, threads, view, onView }: BarProps) {
  const { you } = snapshot;
  const unread = threads.all.filter(({ root }) => root.isUnread);
  const readAll = () =>
    void threads.act(snapshot.id, inbox('readAllFailed'), () => markRead(snapshot.id, unread));
  return (
    <div className={styles.bar}>
      <FilterButtons threads={threads} />
      <span className={styles.menus}>
        <InboxMenu
          view={view}
          version={preview.version}
          isSignedIn={you.kind === 'owner' || you.kind === 'user'}
          onChange={onView}
          onReadAll={unread.length === 0 ? null : readAll}
        />
        <PanelMenu snapshot={snapshot} threads={threads} />
      </span>
    </div>
  );
}

type NewThreadProps = Pick<CommentsPanelProps, 'snapshot' | 'threads'> & { onPost: Posting };

function NewThread({ snapshot, threads, onPost }: NewThreadProps) {
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
          onSend={(written) => threads.showSent(onPost(written))}
        />
      ) : (
        <MembersOnly />
      )}
      {snapshot.you.kind === 'visitor' && (
        <ReplyAddress snapshotId={snapshot.id} hasCommented={hasCommented(threads)} />
      )}
    </div>
  );
}

interface ThreadListProps extends CommentsPanelProps {
  shown: readonly Thread[];
  onPost: Posting;
  onCopyLink: (id: string) => void;
}

function ThreadList({ shown, snapshot, preview, threads, onPost, onCopyLink }: ThreadListProps) {
  return (
    <ol className={styles.threads}>
      {shown.map((thread) => (
        <li key={thread.root.id}>
          <ThreadView
            thread={thread}
            place={placeOf(thread, threads)}
            snapshot={snapshot}
            actions={threads.actions}
            isCurrent={threads.current === thread}
            isAnswered={threads.replyTo === thread.root.id}
            takesFocus={threads.focused === thread}
            status={preview.findings.get(thread.root.id)?.status ?? null}
            hasOther={preview.findings.get(thread.root.id)?.hasOther === true}
            version={preview.version}
            posts={threads.posts}
            problem={threads.problem}
            onPost={onPost}
            onCopyLink={onCopyLink}
          />
        </li>
      ))}
    </ol>
  );
}

export function CommentsPanel(props: CommentsPanelProps) {
  const { snapshot, preview, threads } = props;
  const panel = useFocusKept();
  const post = usePosting(snapshot, preview);
  const { copy, copyResult } = useCopyLink();
  const copyLink = useStable((threadId: string) => copy(viewerPath(snapshot.id, { thread: threadId })));
  const [view, setView] = useState(WHOLE_INBOX);
  const isLoaded = !threads.isPending && !threads.hasFailed;
  // The open thread stays, whatever the list is narrowed to.
  const inView = threads.shown.filter(
    (thread) => thread === threads.current || isInView(thread, view, snapshot.you.name),
  );
  const groups = view.isByPage ? groupByPage(inView) : [{ route: null, threads: inView }];
  const about = threads.problem?.id === snapshot.id ? threads.problem.text : null;

  return (
    <div ref={panel} className={styles.panel} tabIndex={-1}>
      <Bar {...props} view={view} onView={setView} />
      {about !== null && (
        <p className={styles.problem} role="alert">
          {about}
        </p>
      )}
      <LostPins {...props} />
      <NewThread snapshot={snapshot} threads={threads} onPost={post} />
      {threads.isPending && <Skeleton />}
      {threads.hasFailed && <LoadFailure threads={threads} />}
      {isLoaded && threads.shown.length === 0 && <Empty threads={threads} />}
      {isLoaded && threads.shown.length > 0 && inView.length === 0 && (
        <Unmatched onWiden={() => setView(WHOLE_INBOX)} />
      )}
      {groups.map(({ route, threads: group }) => (
        <Fragment key={route ?? ''}>
          {view.isByPage && <h3 className={styles.page}>{route ?? inbox('noPage')}</h3>}
          <ThreadList {...props} shown={group} onPost={post} onCopyLink={copyLink} />
        </Fragment>
      ))}
      <output className={styles.message}>{copyResult}</output>
    </div>
  );
}
