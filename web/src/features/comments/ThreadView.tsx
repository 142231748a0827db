import type { Comment } from '@stagelink/shared/contracts/comments';
import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { Check, MessageSquareReply, Paperclip, RotateCcw } from 'lucide-react';
import type { PinFinding } from '@stagelink/shared/preview/messages';
import { moment } from '@stagelink/shared/domain/format';
import { memo, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Post } from './outbox.ts';
import { t } from './copy.ts';
import { Button } from '../../kit/Button.tsx';
import { joinClasses } from '../../kit/joinClasses.ts';
import { AssignButton } from './AssignButton.tsx';
import { AssignmentFacts } from './AssignmentFacts.tsx';
import { CommentView } from './CommentView.tsx';
import { Composer } from './Composer.tsx';
import { Context } from './Context.tsx';
import { AgentWork } from '../agentWork/AgentWork.tsx';
import { SendButton } from '../agentWork/SendButton.tsx';
import { sendWithUndo } from '../agentWork/sendWithUndo.ts';
import { WorkChip } from '../agentWork/WorkChip.tsx';
import { ClosedIssue } from '../issues/ClosedIssue.tsx';
import { IssueLink } from '../issues/IssueLink.tsx';
import { openPart } from '../pins/openPart.ts';
import { PinLocation } from './PinLocation.tsx';
import { markOpened } from './readMarks.ts';
import { SelectedText } from './SelectedText.tsx';
import { useHoverOutline } from './useHoverOutline.ts';
import { hasReplySince, isResolved, type Thread } from './threads.ts';
import { Stack } from '../../kit/layout/Stack.tsx';
import { Text } from '../../kit/layout/Text.tsx';
import styles from './ThreadView.module.css';
import type { Posting } from './usePosting.ts';
import type { Problem } from './useAct.ts';
import type { ThreadActions } from './threadsContext.ts';

/** A closed card of the list, an open one, or beside its pin. */
export type ThreadPlace = 'card' | 'list' | 'pin';

interface ThreadViewProps {
  thread: Thread;
  place: ThreadPlace;
  snapshot: SnapshotView;
  actions: ThreadActions;
  isCurrent: boolean;
  isAnswered: boolean;
  takesFocus: boolean;
  /** Status of its pin; null until the preview reports it. */
  status: PinFinding['status'] | null;
  /** Whether a doubtful pin may be on one other element. */
  hasOther: boolean;
  /** How many of its further elements the page does not have. */
  furtherLost: number;
  /** The version that is shown. */
  version: number;
  posts: ReadonlyMap<string, Post>;
  problem: Problem | null;
  onPost: Posting;
  onCopyLink: (id: string) => void;
}

function Chips({ thread, onShow }: { thread: Thread; onShow: () => void }) {
  const { pinNumber, version, resolved } = thread.root;
  return (
    <>
      <Text
        as="span"
        tone="muted"
        size="tiny"
        isTabular
        title={
          resolved
            ? `${t('resolvedIn', { version: resolved.version, name: resolved.byName })}, ${moment(new Date(resolved.at))}`
            : t('writtenOn', { version })
        }
      >
        {t('version', { version })}
      </Text>
      {pinNumber !== null && (
        <button
          type="button"
          className={styles.pin}
          aria-label={t('showPin', { number: pinNumber })}
          onClick={onShow}
        >
          {pinNumber}
        </button>
      )}
    </>
  );
}

const problemOf = (problem: Problem | null, id: string) => (problem?.id === id ? problem.text : null);

type RepliesProps = Pick<
  ThreadViewProps,
  'thread' | 'snapshot' | 'actions' | 'posts' | 'problem' | 'onCopyLink'
>;

function Replies({ thread, posts, problem, ...rest }: RepliesProps) {
  const [areShown, setAreShown] = useState(true);
  const { replies } = thread;
  if (replies.length === 0) return null;
  return (
    <Stack gap="small">
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={areShown}
        onClick={() => setAreShown(!areShown)}
      >
        {areShown ? t('hideReplies') : t('replies', { count: replies.length })}
      </button>
      {areShown && (
        <ol className={styles.list}>
          {replies.map((reply) => (
            <li key={reply.id}>
              <CommentView
                {...rest}
                comment={reply}
                post={posts.get(reply.id)}
                problem={problemOf(problem, reply.id)}
              />
            </li>
          ))}
        </ol>
      )}
    </Stack>
  );
}

/** Where the pin is, with a picture where the element is not to be seen. */
function Location({ thread, place, actions, status, hasOther, furtherLost, version }: ThreadViewProps) {
  const { id, work } = thread.root;
  // Both versions are shown beside each other below.
  const isCompared = place !== 'card' && (work?.state === 'staged' || work?.state === 'confirmed');
  if (place === 'card' && (status === null || status === 'found') && furtherLost === 0) return null;

  async function showPart(): Promise<boolean> {
    const isOpen = await openPart(actions, thread);
    if (isOpen) actions.uncover(id);
    return isOpen;
  }

  return (
    <PinLocation
      thread={thread}
      status={status}
      hasOther={hasOther}
      furtherLost={furtherLost}
      version={version}
      isPictureShown={!isCompared && (place === 'list' || !['found', 'doubtful', null].includes(status))}
      isSmall={place === 'card'}
      onShow={() => actions.open(id)}
      onOpenPart={showPart}
      onRepin={() => actions.startPicking({ repin: id })}
      onReveal={(isOther) => actions.reveal(id, isOther)}
      onConfirm={(isOther) => actions.confirm(id, isOther)}
    />
  );
}

function ResolvedBy({ comment: { resolved } }: { comment: Comment }) {
  if (!resolved) return null;
  return (
    <p className={styles.resolved} title={moment(new Date(resolved.at))}>
      <Check size={14} />
      {t('resolvedIn', { version: resolved.version, name: resolved.byName })}
    </p>
  );
}

/** The facts of a closed card below its two lines. */
function CardFacts({ thread: { root, replies } }: { thread: Thread }) {
  const files = root.attachments.length;
  return (
    <div className={styles.facts}>
      {replies.length > 0 && (
        <span>
          <MessageSquareReply size={14} />
          {t('replies', { count: replies.length })}
        </span>
      )}
      {files > 0 && (
        <span>
          <Paperclip size={14} />
          {t('files', { count: files })}
        </span>
      )}
      <ResolvedBy comment={root} />
      <AssignmentFacts comment={root} />
      <IssueLink comment={root} />
      <WorkChip work={root.work} />
    </div>
  );
}

type ActsProps = Pick<ThreadViewProps, 'thread' | 'place' | 'actions' | 'snapshot'>;

function Acts({ thread, place, actions, snapshot }: ActsProps) {
  const { id, can } = thread.root;
  return (
    <div className={styles.acts}>
      {can.reply && place !== 'pin' && (
        <Button variant="quiet" size="small" onClick={() => actions.reply(id)}>
          {t('reply')}
        </Button>
      )}
      {can.resolve && (!isResolved(thread) || hasReplySince(thread)) && (
        <Button variant="quiet" size="small" data-settles={id} onClick={() => actions.settle(id, 'resolved')}>
          <Check size={14} />
          {t('resolve')}
        </Button>
      )}
      {can.resolve && isResolved(thread) && (
        <Button
          variant="quiet"
          size="small"
          data-settles={id}
          onClick={() => actions.settle(id, 'published')}
        >
          <RotateCcw size={14} />
          {t('reopen')}
        </Button>
      )}
      {place !== 'card' && <AssignButton comment={thread.root} actions={actions} />}
      {place !== 'card' && snapshot.isOwner && (
        <SendButton
          root={thread.root}
          onSend={() => void sendWithUndo(snapshot, [thread.root], actions.act)}
        />
      )}
    </div>
  );
}

/** The whole thread: its element, state and replies. */
function Whole(props: ThreadViewProps) {
  const { root } = props.thread;
  return (
    <>
      <SelectedText selection={root.selection} />
      <Location {...props} />
      <AssignmentFacts comment={root} />
      <IssueLink comment={root} />
      <ClosedIssue comment={root} onResolve={() => props.actions.settle(root.id, 'resolved')} />
      {root.context && <Context context={root.context} />}
      <ResolvedBy comment={root} />
      <AgentWork
        root={root}
        actions={props.actions}
        isOwner={props.snapshot.isOwner}
        status={props.status}
        version={props.version}
      />
      <Replies {...props} />
    </>
  );
}

function ReplyComposer({ thread, place, snapshot, actions, isAnswered, onPost }: ThreadViewProps) {
  const { id, authorName } = thread.root;

  function end(): void {
    actions.endReply();
    if (place !== 'pin') actions.focus(id);
  }

  return (
    <Composer
      snapshot={snapshot}
      draftOf={id}
      label={t('replyTo', { name: authorName })}
      placeholder={t('replyPlaceholder')}
      sendLabel={t('reply')}
      takesFocus={isAnswered}
      isQuiet={place === 'pin'}
      onSend={(written) => {
        end();
        onPost(written, { parentId: id });
      }}
      {...(place !== 'pin' && { onCancel: end })}
    />
  );
}

/** Marks a thread as read once it is open. */
function useReadMark(thread: Thread, isOpen: boolean): void {
  const { snapshotId, isUnread } = thread.root;
  const read = useEffectEvent(() => void markOpened(snapshotId, thread));
  useEffect(() => {
    if (isUnread && isOpen) read();
  }, [isUnread, isOpen]);
}

/** Focuses a thread on request, and scrolls to the current one. */
function useThreadFocus({ actions: { onFocused }, isCurrent, takesFocus }: ThreadViewProps) {
  const article = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    article.current?.focus();
    onFocused();
  }, [takesFocus, onFocused]);
  useEffect(() => {
    if (isCurrent) article.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  return article;
}

/** Makes the whole of a closed card a button that opens it. */
function Cover({ thread: { root }, actions }: Pick<ThreadViewProps, 'thread' | 'actions'>) {
  return (
    <>
      <button
        type="button"
        className={styles.cover}
        aria-label={t('open', { name: root.authorName })}
        onClick={() => actions.open(root.id)}
      />
      {root.isUnread && <span className={styles.unread}>{t('unread')}</span>}
    </>
  );
}

export const ThreadView = memo(function ThreadView(props: ThreadViewProps) {
  const { thread, place, snapshot, actions, isCurrent, isAnswered, posts, problem } = props;
  const { root } = thread;
  const { id, can, authorName } = root;
  const isCard = place === 'card';
  const article = useThreadFocus(props);
  const hover = useHoverOutline(id, actions);
  useReadMark(thread, !isCard);

  return (
    <article
      ref={article}
      className={joinClasses(styles.thread, isCard && styles.card)}
      data-current={isCurrent}
      data-resolved={isResolved(thread)}
      aria-label={
        place === 'pin' ? t('threadAtPin', { name: authorName }) : t('threadOf', { name: authorName })
      }
      tabIndex={-1}
      {...hover}
    >
      {isCard && <Cover thread={thread} actions={actions} />}
      <CommentView
        comment={root}
        snapshot={snapshot}
        actions={actions}
        post={posts.get(id)}
        problem={problemOf(problem, id)}
        onCopyLink={props.onCopyLink}
        isCard={isCard}
        aside={<Chips thread={thread} onShow={() => actions.open(id)} />}
      />
      {isCard ? (
        <>
          <Location {...props} />
          <CardFacts thread={thread} />
        </>
      ) : (
        <Whole {...props} />
      )}
      {(isAnswered || place === 'pin') && can.reply && (
        <ReplyComposer key={`${id} ${isAnswered}`} {...props} />
      )}
      {(!isAnswered || place === 'pin') && (
        <Acts thread={thread} place={place} actions={actions} snapshot={snapshot} />
      )}
    </article>
  );
});
