import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { Check, RotateCcw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { reopen, resolve } from '../../../data/comments.ts';
import { moment } from '../../../ui/times.ts';
import { t } from '../../../words/comments.ts';
import { button } from '../controls.ts';
import type { Preview } from '../usePreview.ts';
import { CommentView } from './CommentView.tsx';
import { Composer } from './Composer.tsx';
import { Context } from './Context.tsx';
import { Place } from './Place.tsx';
import { isResolved, type Thread } from './threads.ts';
import styles from './ThreadView.module.css';
import { usePosting } from './usePosting.ts';
import type { Threads } from './useThreads.ts';

interface ThreadViewProps {
  thread: Thread;
  threads: Threads;
  snapshot: SnapshotView;
  preview: Preview;
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

function Replies({ thread, ...rest }: Omit<ThreadViewProps, 'preview'>) {
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
                comment={reply}
                snapshot={rest.snapshot}
                threads={rest.threads}
                onCopyLink={() => rest.onCopyLink(reply.id)}
              />
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

/** A comment, what it is about, and what was answered. */
export function ThreadView({ thread, threads, snapshot, preview, onCopyLink }: ThreadViewProps) {
  const { root } = thread;
  const { id, can, context, authorName, resolved } = root;
  const article = useRef<HTMLElement>(null);
  const post = usePosting(snapshot, preview);
  const isCurrent = threads.current?.root.id === id;
  const isAnswered = threads.replyTo === id;
  const show = () => threads.open(id);

  useEffect(() => {
    if (isCurrent) article.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);

  const settle = () =>
    threads.act(id, t('updateFailed'), () =>
      isResolved(thread) ? reopen(root) : resolve(root, preview.version),
    );

  return (
    <article
      ref={article}
      className={styles['thread']}
      data-current={isCurrent}
      data-resolved={isResolved(thread)}
      aria-label={t('threadOf', { name: authorName })}
    >
      <CommentView
        comment={root}
        snapshot={snapshot}
        threads={threads}
        onCopyLink={() => onCopyLink(id)}
        aside={<Chips thread={thread} onShow={show} />}
      />
      <Place
        thread={thread}
        status={preview.findings.get(id)?.status ?? null}
        onShow={show}
        onRepin={() => threads.startPicking({ repin: id })}
      />
      {context && <Context context={context} />}
      {resolved && (
        <p className={styles['resolved']} title={moment(new Date(resolved.at))}>
          <Check size={14} />
          {t('resolvedIn', { version: resolved.version, name: resolved.byName })}
        </p>
      )}
      <Replies thread={thread} threads={threads} snapshot={snapshot} onCopyLink={onCopyLink} />
      {isAnswered ? (
        <Composer
          snapshot={snapshot}
          draftOf={id}
          label={t('replyTo', { name: authorName })}
          placeholder={t('replyPlaceholder')}
          sendLabel={t('reply')}
          takesFocus
          onSend={(written) => {
            threads.setReplyTo(null);
            post(written, { parentId: id });
          }}
          onCancel={() => threads.setReplyTo(null)}
        />
      ) : (
        <div className={styles['acts']}>
          {can.reply && (
            <button
              type="button"
              className={button('quiet', 'small')}
              onClick={() => {
                threads.select(id);
                threads.setReplyTo(id);
              }}
            >
              {t('reply')}
            </button>
          )}
          {can.resolve && (
            <button
              type="button"
              className={button('quiet', 'small')}
              data-settles={id}
              onClick={() => void settle()}
            >
              {isResolved(thread) ? <RotateCcw size={14} /> : <Check size={14} />}
              {t(isResolved(thread) ? 'reopen' : 'resolve')}
            </button>
          )}
        </div>
      )}
    </article>
  );
}
