import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { Check, RotateCcw } from 'lucide-react';
import type { PinFinding } from '@stagelink/shared/preview/messages';
import { moment } from '@stagelink/shared/domain/format';
import { memo, useEffect, useRef, useState } from 'react';
import type { Post } from './outbox.ts';
import { t } from './copy.ts';
import { Button } from '../../kit/Button.tsx';
import { AssignButton } from './AssignButton.tsx';
import { AssignmentFacts } from './AssignmentFacts.tsx';
import { CommentView } from './CommentView.tsx';
import { Composer } from './Composer.tsx';
import { Context } from './Context.tsx';
import { PinLocation } from './PinLocation.tsx';
import { SelectedText } from './SelectedText.tsx';
import { hasReplySince, isResolved, type Thread } from './threads.ts';
import styles from './ThreadView.module.css';
import type { Posting } from './usePosting.ts';
import type { Problem, ThreadActions } from './useThreads.ts';

interface ThreadViewProps {
  thread: Thread;
  snapshot: SnapshotView;
  actions: ThreadActions;
  isCurrent: boolean;
  isAnswered: boolean;
  takesFocus: boolean;
  /** Status of its pin; null until the preview reports it. */
  status: PinFinding['status'] | null;
  posts: ReadonlyMap<string, Post>;
  problem: Problem | null;
  onPost: Posting;
  onCopyLink: (id: string) => void;
}

function Chips({ thread, onShow }: { thread: Thread; onShow: () => void }) {
  const { pinNumber, version, resolved } = thread.root;
  return (
    <>
      <span
        className={styles['version']}
        title={
          resolved
            ? `${t('resolvedIn', { version: resolved.version, name: resolved.byName })}, ${moment(new Date(resolved.at))}`
            : t('writtenOn', { version })
        }
      >
        {t('version', { version })}
      </span>
      {pinNumber !== null && (
        <button
          type="button"
          className={styles['pin']}
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
    <div className={styles['replies']}>
      <button
        type="button"
        className={styles['toggle']}
        aria-expanded={areShown}
        onClick={() => setAreShown(!areShown)}
      >
        {areShown ? t('hideReplies') : t('replies', { count: replies.length })}
      </button>
      {areShown && (
        <ol className={styles['list']}>
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
    </div>
  );
}

export const ThreadView = memo(function ThreadView(props: ThreadViewProps) {
  const { thread, snapshot, actions, isCurrent, isAnswered, takesFocus, posts, problem } = props;
  const { root } = thread;
  const { id, can, context, authorName, resolved } = root;
  const article = useRef<HTMLElement>(null);
  const { onFocused } = actions;
  const show = () => actions.open(id);

  function endReply(): void {
    actions.setReplyTo(null);
    actions.focus(id);
  }

  useEffect(() => {
    if (!takesFocus) return;
    article.current?.focus();
    onFocused();
  }, [takesFocus, onFocused]);
  useEffect(() => {
    if (isCurrent) article.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);

  return (
    <article
      ref={article}
      className={styles['thread']}
      data-current={isCurrent}
      data-resolved={isResolved(thread)}
      aria-label={t('threadOf', { name: authorName })}
      tabIndex={-1}
    >
      <CommentView
        comment={root}
        snapshot={snapshot}
        actions={actions}
        post={posts.get(id)}
        problem={problemOf(problem, id)}
        onCopyLink={props.onCopyLink}
        aside={<Chips thread={thread} onShow={show} />}
      />
      <SelectedText selection={root.selection} />
      <PinLocation
        thread={thread}
        status={props.status}
        onShow={show}
        onRepin={() => actions.startPicking({ repin: id })}
      />
      <AssignmentFacts comment={root} />
      {context && <Context context={context} />}
      {resolved && (
        <p className={styles['resolved']} title={moment(new Date(resolved.at))}>
          <Check size={14} />
          {t('resolvedIn', { version: resolved.version, name: resolved.byName })}
        </p>
      )}
      <Replies {...props} />
      {isAnswered ? (
        <Composer
          snapshot={snapshot}
          draftOf={id}
          label={t('replyTo', { name: authorName })}
          placeholder={t('replyPlaceholder')}
          sendLabel={t('reply')}
          takesFocus
          onSend={(written) => {
            endReply();
            props.onPost(written, { parentId: id });
          }}
          onCancel={endReply}
        />
      ) : (
        <div className={styles['acts']}>
          {can.reply && (
            <Button
              variant="quiet"
              size="small"
              onClick={() => {
                actions.select(id);
                actions.setReplyTo(id);
              }}
            >
              {t('reply')}
            </Button>
          )}
          {can.resolve && (!isResolved(thread) || hasReplySince(thread)) && (
            <Button
              variant="quiet"
              size="small"
              data-settles={id}
              onClick={() => actions.settle(id, 'resolved')}
            >
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
          <AssignButton comment={root} actions={actions} />
        </div>
      )}
    </article>
  );
});
