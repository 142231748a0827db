import type { AssistantTarget } from '@stagelink/shared/contracts/assistant';
import { ASSISTANT_TRIES_BEFORE_RESET } from '@stagelink/shared/contracts/limits';
import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { pageOf } from '@stagelink/shared/preview/routes';
import { RotateCcw, Sparkles } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { Button } from '../../kit/Button.tsx';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { ErrorState } from '../../kit/ErrorState.tsx';
import { loadRenderer } from '../../kit/markdown/renderer.ts';
import { useFindings } from '../findings/api.ts';
import { findingsOn, numberOpen } from '../findings/openFindings.ts';
import { useFindingPins } from '../findings/useFindingPins.ts';
import type { Preview } from '../preview/usePreview.ts';
import { AccessSetting } from './AccessSetting.tsx';
import { Answer } from './Answer.tsx';
import styles from './AssistantPanel.module.css';
import { type Conversation, conversationOf, type ConversationState, type ReadPage } from './conversation.ts';
import { t } from './copy.ts';
import { jumpTo } from './jump.ts';
import { MessageForm } from './MessageForm.tsx';
import { findingsForModel } from './pageFindings.ts';
import { readOutline } from './readOutline.ts';

interface AssistantPanelProps {
  snapshot: SnapshotView;
  preview: Preview;
}

/** The server reads the files instead in a frame without a preview. */
const isWithoutPreview = ({ documents, page }: Preview) =>
  window.parent !== window && documents === 0 && page === null;

interface PartProps {
  state: ConversationState;
  conversation: Conversation;
  readPage: ReadPage;
}

function FailureNotice({ state: { failure, tries }, conversation, readPage }: PartProps) {
  if (!failure) return null;
  return (
    <div className={styles.failure} role="alert">
      <p>{failure.text}</p>
      <div className={styles.actions}>
        {failure.needsRefresh && (
          <Button size="small" onClick={() => window.location.reload()}>
            {t('refresh')}
          </Button>
        )}
        <Button variant="plain" size="small" onClick={() => void conversation.retry(readPage)}>
          {t('tryAgain', { count: tries })}
        </Button>
        {tries > ASSISTANT_TRIES_BEFORE_RESET && (
          <Button variant="plain" size="small" onClick={() => void conversation.reset()}>
            {t('reset')}
          </Button>
        )}
      </div>
    </div>
  );
}

function Beginning({ state, conversation, readPage }: PartProps) {
  return (
    <EmptyState icon={<Sparkles size={20} aria-hidden />} title={t('newTitle')} hint={t('newText')}>
      {!state.failure && (
        <Button size="small" onClick={() => void conversation.start(readPage)}>
          {t('start')}
        </Button>
      )}
    </EmptyState>
  );
}

function Arriving({ state: { arriving, phase, notice, failure } }: Pick<PartProps, 'state'>) {
  if (!arriving) return null;
  const isEnded = failure !== null;
  return (
    <div className={styles.answer} aria-busy={!isEnded}>
      {/* Markdown of an unfinished text would jump. */}
      {arriving.text !== '' && <p className={styles.plain}>{arriving.text}</p>}
      {!isEnded && (
        <output className={styles.waiting}>
          {notice ?? t(phase === 'analyzing' ? 'analyzing' : 'waiting')}
        </output>
      )}
    </div>
  );
}

interface MessagesProps {
  state: ConversationState;
  onJump: (target: AssistantTarget) => void;
}

function Messages({ state, onJump }: MessagesProps) {
  const { messages, question } = state;
  const list = useRef<HTMLElement>(null);
  const count = messages.length + (question === null ? 0 : 1);
  useEffect(() => {
    // The answer follows below; the form covers the end of a long one.
    const questions = list.current?.querySelectorAll('[data-role="user"]');
    if (count > 1) [...(questions ?? [])].at(-1)?.scrollIntoView({ block: 'start' });
  }, [count]);
  return (
    <section ref={list} className={styles.messages} aria-label={t('conversation')}>
      {messages.map((message, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- messages are only added at the end
        <article
          key={at}
          data-role={message.role}
          className={styles[message.role === 'user' ? 'question' : 'answer']}
        >
          <h2 className={styles.role}>{t(message.role === 'user' ? 'you' : 'assistant')}</h2>
          {message.role === 'user' ? (
            <p className={styles.plain}>{message.content}</p>
          ) : (
            <Answer message={message} onJump={onJump} />
          )}
        </article>
      ))}
      {question !== null && (
        <article data-role="user" className={styles.question}>
          <h2 className={styles.role}>{t('you')}</h2>
          <p className={styles.plain}>{question}</p>
        </article>
      )}
      <Arriving state={state} />
    </section>
  );
}

function Talk(props: { snapshotId: string } & PartProps & MessagesProps) {
  const { snapshotId, state, conversation, readPage, onJump } = props;
  const { phase, availability, arriving, failure } = state;
  if (phase === 'loading') return <output className={styles.loading} aria-label={t('waiting')} />;
  if (phase === 'failed') {
    return (
      <ErrorState
        message={t('loadFailed')}
        error={state.loadError}
        onRetry={() => void conversation.load()}
      />
    );
  }
  if (availability !== 'ready') return <p className={styles.unavailable}>{t(availability)}</p>;
  return (
    <>
      {phase === 'new' && <Beginning state={state} conversation={conversation} readPage={readPage} />}
      {phase !== 'new' && <Messages state={state} onJump={onJump} />}
      <FailureNotice state={state} conversation={conversation} readPage={readPage} />
      {phase === 'analyzing' && (
        <div className={styles.actions}>
          <Button variant="plain" size="small" onClick={() => conversation.stop()}>
            {t('stop')}
          </Button>
        </div>
      )}
      {phase === 'conversation' && (
        <div className={styles.write}>
          <MessageForm
            keptAs={`question-${snapshotId}`}
            isBusy={arriving !== null && failure === null}
            onSend={(message) => void conversation.send(message, readPage)}
            onStop={() => conversation.stop()}
          />
          <p className={styles.foot}>
            <span>{t('isModel')}</span>
            <Button variant="plain" size="small" onClick={() => void conversation.start(readPage)}>
              <RotateCcw size={14} aria-hidden />
              {t('restart')}
            </Button>
          </p>
        </div>
      )}
    </>
  );
}

/** What audits of the page in the preview found, with its pins. */
function usePageFindings({ id, canComment }: SnapshotView, preview: Preview) {
  const { data } = useFindings(id, preview.version, canComment);
  const [current, setCurrent] = useState<string | null>(null);
  const page = pageOf(preview.route);
  const findings = useMemo(() => findingsOn(page, data), [data, page]);
  const numbered = useMemo(() => numberOpen(findings), [findings]);
  useFindingPins(preview, numbered, { current, onPress: setCurrent });
  return { findings, setCurrent };
}

/** The AI UX assistant: a conversation about the page in the preview. */
export function AssistantPanel({ snapshot, preview }: AssistantPanelProps) {
  const conversation = conversationOf(snapshot.id);
  const state = useSyncExternalStore(conversation.subscribe, conversation.snapshot);
  const { findings, setCurrent } = usePageFindings(snapshot, preview);
  useEffect(() => void loadRenderer(), []);
  const { version } = preview;
  const readPage: ReadPage = async () => {
    if (isWithoutPreview(preview)) return undefined;
    return { version, outline: await readOutline(preview), findings: findingsForModel(findings) };
  };
  const jump = (target: AssistantTarget) => {
    setCurrent(target.findingId);
    jumpTo(preview, target);
  };
  return (
    <div className={styles.panel}>
      <Talk
        snapshotId={snapshot.id}
        state={state}
        conversation={conversation}
        readPage={readPage}
        onJump={jump}
      />
      {snapshot.isOwner && <AccessSetting snapshotId={snapshot.id} />}
    </div>
  );
}
