import type { Comment } from '@stagelink/shared/contracts/comments';
import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { lazy, memo, type ReactNode, Suspense, useRef, useState } from 'react';
import { isSendable } from '../agentWork/api.ts';
import { sendWithUndo } from '../agentWork/sendWithUndo.ts';
import { approve, editComment, followThread, removeComment } from './threadApi.ts';
import { dropDraft, readDraft } from './drafts.ts';
import { discardPost, type Post, retryPost } from './outbox.ts';
import { t as common } from '../../lib/commonCopy.ts';
import { t } from './copy.ts';
import { t as ofViewer } from './viewerCopy.ts';
import { Button } from '../../kit/Button.tsx';
import { Author } from './Author.tsx';
import { CommentMenu } from './CommentMenu.tsx';
import { MarkdownText } from '../../kit/markdown/MarkdownText.tsx';
import { Text } from '../../kit/layout/Text.tsx';
import { Stack } from '../../kit/layout/Stack.tsx';
import styles from './CommentView.module.css';
import { Composer, type Written } from './Composer.tsx';
import { Files } from './Files.tsx';
import { markRead } from './readMarks.ts';
import { RemoveDialog } from './RemoveDialog.tsx';
import { ReactButton, Reactions } from './Reactions.tsx';
import type { ThreadActions } from './threadsContext.ts';

// Opened by few.
const IssueDialog = lazy(async () => ({
  default: (await import('../issues/IssueDialog.tsx')).IssueDialog,
}));

const isOthersRead = ({ parentId, isUnread, can }: Comment) => parentId === null && !isUnread && !can.edit;

/** The state of a comment that is being sent. */
function OnItsWay({ post }: { post: Post }) {
  if (post.status === 'sending')
    return (
      <Text tone="muted" size="tiny">
        {t('sending')}
      </Text>
    );
  return (
    <div className={styles.failure} role="alert">
      <p>
        {t(post.parentId !== null ? 'replyFailed' : 'addFailed')} {post.why}
      </p>
      {!post.isFinal && (
        <Button variant="plain" size="small" onClick={() => retryPost(post)}>
          {common('retry')}
        </Button>
      )}
      <Button variant="quiet" size="small" onClick={() => discardPost(post)}>
        {t('discard')}
      </Button>
    </div>
  );
}

function Held({ comment, actions }: { comment: Comment; actions: ThreadActions }) {
  if (!comment.isPending) return null;
  const allow = () => actions.act(comment.id, t('approveFailed'), () => approve(comment));
  return (
    <div className={styles.held}>
      <span title={t('heldHint')}>{t('held')}</span>
      {comment.can.approve && (
        <Button variant="plain" size="small" onClick={() => void allow()}>
          {t('approve')}
        </Button>
      )}
    </div>
  );
}

interface CommentViewProps {
  comment: Comment;
  snapshot: SnapshotView;
  actions: ThreadActions;
  /** Set while it is being sent. */
  post: Post | undefined;
  /** Why the last action on it failed. */
  problem: string | null;
  onCopyLink: (id: string) => void;
  /** Rendered beside its menu. */
  aside?: ReactNode;
  /** Shows two lines of its text, without files and reactions. */
  isCard?: boolean;
}

interface HeadProps extends CommentViewProps {
  onEdit: () => void;
  onRemove: () => void;
  onIssue: () => void;
}

/** The author, and what can be done with the comment. */
function Head({ comment, snapshot, actions, onCopyLink, aside, isCard, ...acts }: HeadProps) {
  const { id, parentId } = comment;
  const isSignedIn = snapshot.you.kind === 'owner' || snapshot.you.kind === 'user';
  const markUnread = () =>
    void actions.act(id, t('unreadFailed'), () =>
      markRead(snapshot.id, [{ root: comment, replies: [] }], false),
    );
  const send = () => void sendWithUndo(snapshot, [comment], actions.act);
  return (
    <div className={styles.head}>
      <Author comment={comment} />
      <span className={styles.aside}>
        {aside}
        {!isCard && <ReactButton comment={comment} snapshot={snapshot} actions={actions} />}
        <CommentMenu
          comment={comment}
          isSignedIn={isSignedIn}
          onEdit={acts.onEdit}
          onRemove={acts.onRemove}
          onCopyLink={() => onCopyLink(id)}
          onFollow={(isOn) => void actions.act(id, t('followFailed'), () => followThread(comment, isOn))}
          onSend={snapshot.isOwner && isSendable(comment) ? send : null}
          onIssue={snapshot.isOwner && parentId === null ? acts.onIssue : null}
          onUnread={isSignedIn && isCard && isOthersRead(comment) ? markUnread : null}
        />
      </span>
    </div>
  );
}

const editDraftOf = ({ id }: Comment) => `edit-${id}`;

interface EditorProps extends Pick<CommentViewProps, 'comment' | 'snapshot' | 'actions'> {
  onEnd: () => void;
}

function Editor({ comment, snapshot, actions, onEnd }: EditorProps) {
  const { id, text } = comment;
  const draftOf = editDraftOf(comment);
  const editor = useRef<HTMLDivElement>(null);

  function end(): void {
    onEnd();
    // A change that is saved late must not take the focus from where the user is by then.
    const { activeElement } = document;
    if (activeElement === document.body || editor.current?.contains(activeElement)) actions.focus(id);
  }

  async function save({ text: changed }: Written): Promise<void> {
    const isSaved = await actions.act(id, ofViewer('updateFailed'), () => editComment(comment, changed));
    if (!isSaved) return;
    dropDraft(snapshot.id, draftOf);
    end();
  }

  return (
    <div ref={editor}>
      <Composer
        snapshot={snapshot}
        draftOf={draftOf}
        before={text}
        label={t('edit')}
        placeholder={t('placeholder')}
        sendLabel={t('save')}
        takesFocus
        onSend={(written) => void save(written)}
        onCancel={end}
      />
    </div>
  );
}

export const CommentView = memo(function CommentView(props: CommentViewProps) {
  const { comment, snapshot, actions, post, problem, isCard = false } = props;
  const { id, text, attachments, parentId } = comment;
  // A change that was not saved reopens the editor.
  const [isEditing, setIsEditing] = useState(
    () => readDraft(snapshot.id, editDraftOf(comment)) !== null && comment.can.edit,
  );
  const [isRemoving, setIsRemoving] = useState(false);
  const [isMakingIssue, setIsMakingIssue] = useState(false);

  return (
    <Stack gap="snug">
      <Head
        {...props}
        onEdit={() => setIsEditing(true)}
        onRemove={() => setIsRemoving(true)}
        onIssue={() => setIsMakingIssue(true)}
      />
      {isEditing ? (
        <Editor comment={comment} snapshot={snapshot} actions={actions} onEnd={() => setIsEditing(false)} />
      ) : (
        <div className={isCard ? styles.excerpt : undefined}>
          <MarkdownText text={text} />
        </div>
      )}
      {!isCard && (
        <>
          <Files attachments={attachments} />
          <Reactions comment={comment} snapshot={snapshot} actions={actions} />
        </>
      )}
      <Held comment={comment} actions={actions} />
      {post && <OnItsWay post={post} />}
      {problem !== null && (
        <Text tone="danger" size="tiny" role="alert">
          {problem}
        </Text>
      )}
      <Suspense>
        {isMakingIssue && <IssueDialog comment={comment} onClose={() => setIsMakingIssue(false)} />}
      </Suspense>
      {isRemoving && (
        <RemoveDialog
          isThread={parentId === null}
          onRemove={() => void actions.act(id, t('removeFailed'), () => removeComment(comment))}
          onClose={() => setIsRemoving(false)}
        />
      )}
    </Stack>
  );
});
