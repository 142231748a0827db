import type { Comment } from '@stagelink/shared/contracts/comments';
import type { ThreadWork } from '@stagelink/shared/contracts/threadWork';
import { ago } from '@stagelink/shared/domain/format';
import { workText } from '@stagelink/shared/domain/workText';
import type { PinFinding } from '@stagelink/shared/preview/messages';
import { Button } from '../../kit/Button.tsx';
import { useNow } from '../../lib/useNow.ts';
import type { ThreadActions } from '../comments/threadsContext.ts';
import { answerTokenFor } from './answerToken.ts';
import { answerStaged, decide } from './api.ts';
import { Text } from '../../kit/layout/Text.tsx';
import styles from './AgentWork.module.css';
import { BeforeAfter } from './BeforeAfter.tsx';
import { t } from './copy.ts';
import { Decision } from './Decision.tsx';
import { planOf } from './ghosts.ts';
import { Plan } from './Plan.tsx';
import { WorkChip } from './WorkChip.tsx';

interface AgentWorkProps {
  root: Comment;
  actions: ThreadActions;
  /** Whether the reader owns the snapshot. */
  isOwner: boolean;
  /** Status of its pin; null until the preview reports it. */
  status: PinFinding['status'] | null;
  /** The version that is shown. */
  version: number;
}

/** Whether the reader began the thread, here or as the link in an email proves. */
const isAsked = ({ id, can }: Comment) => can.confirm === true || answerTokenFor(id) !== null;

type PartProps = AgentWorkProps & { work: ThreadWork };

/** What the state means for the reader, in a sentence. */
function sentenceOf({ root, work, isOwner }: PartProps): string | null {
  const { state, agentName, version } = work;
  if (state === 'sent') return t('sentWaits');
  if (state === 'inProgress')
    return agentName === null ? t('worksOnUnnamed') : t('worksOn', { agent: agentName });
  if (state === 'accepted')
    return agentName === null ? t('acceptedUnnamed') : t('acceptedBy', { agent: agentName });
  if (state === 'back') return t(isOwner ? 'isBack' : 'isBackForOthers');
  if (state === 'proposed') return isOwner ? null : t('waitsForOwner');
  if (state === 'confirmed') return t('confirmedIn', { version: version ?? root.version });
  return isAsked(root) ? null : t('waitsFor', { name: root.authorName });
}

const TAKEN_BACK = new Set(['sent', 'accepted', 'inProgress']);

function TakeBack({ root, actions }: AgentWorkProps) {
  return (
    <Button
      variant="quiet"
      size="small"
      className={styles.takeBack}
      onClick={() => void actions.act(root.id, t('takeBackFailed'), () => decide(root, 'withdraw'))}
    >
      {t('takeBack')}
    </Button>
  );
}

/** The owner's decision on a proposal. */
const ProposalDecision = ({ root }: AgentWorkProps) => (
  <Decision
    yes={t('accept')}
    onYes={() => decide(root, 'accept')}
    no={t('correct')}
    words={t('correction')}
    sendWords={t('sendCorrection')}
    onNo={(text) => decide(root, 'correct', text)}
    failed={t('decideFailed')}
    other={{ label: t('reject'), act: () => decide(root, 'withdraw') }}
  />
);

/** Asks the author whether what was staged is what they meant. */
const Question = ({ root }: AgentWorkProps) => (
  <div className={styles.question}>
    <Text isStrong isBreaking>
      {t('question')}
    </Text>
    <Decision
      yes={t('confirm')}
      onYes={() => answerStaged(root, true)}
      no={t('notYet')}
      words={t('missing')}
      sendWords={t('sendMissing')}
      onNo={(text) => answerStaged(root, false, text)}
      failed={t('confirmFailed')}
    />
  </div>
);

function Head(props: PartProps) {
  const { work, isOwner } = props;
  const now = useNow();
  const time = ago(new Date(work.sentAt), now);
  return (
    <div className={styles.head}>
      <WorkChip work={work} />
      {work.state === 'sent' && (
        <Text as="span" tone="muted" size="tiny" isBreaking>
          {t('sentBy', { name: work.sentBy, time })}
        </Text>
      )}
      {isOwner && TAKEN_BACK.has(work.state) && <TakeBack {...props} />}
    </div>
  );
}

/** What a coding agent does about an open thread, and what a person decides about that. */
export function AgentWork(props: AgentWorkProps) {
  const { root, isOwner, status, version } = props;
  const { work } = root;
  if (!work || workText(work) === null) return null;
  const { state, plan } = work;
  const text = sentenceOf({ ...props, work });
  const isPlanned = plan !== null && planOf(root) !== null;
  return (
    <section className={styles.work} aria-label={workText(work) ?? undefined}>
      <Head {...props} work={work} />
      {isPlanned && <Plan root={root} plan={plan} work={work} actions={props.actions} />}
      {(state === 'staged' || state === 'confirmed') && (
        <BeforeAfter root={root} actions={props.actions} status={status} shown={version} />
      )}
      {text !== null && (
        <Text tone="muted" size="tiny" isBreaking>
          {text}
        </Text>
      )}
      {state === 'proposed' && isOwner && <ProposalDecision {...props} />}
      {state === 'staged' && isAsked(root) && <Question {...props} />}
    </section>
  );
}
