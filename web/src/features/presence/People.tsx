import type { reportPresence } from '@stagelink/shared/contracts/comments';
import type { Reply } from '@stagelink/shared/contracts/endpoint';
import { Bot, UserRound } from 'lucide-react';
import { usePresence } from './api.ts';
import { t } from '../preview/copy.ts';
import { t as ofPresence } from './copy.ts';
import { VisuallyHidden } from '../../kit/VisuallyHidden.tsx';
import { initialOf } from '../../lib/initialOf.ts';
import styles from './People.module.css';

/** Circles beside each other; others are counted. */
const SHOWN = 3;

const list = new Intl.ListFormat('en');

/** Coding agents that wait for feedback on the snapshot. */
function Agents({ agents }: { agents: readonly { name: string }[] }) {
  if (agents.length === 0) return null;
  const names = agents.map(({ name }) => name);
  const text = ofPresence('watching', { count: agents.length, names: list.format(names) });
  return (
    <span className={styles.agents} title={text}>
      <VisuallyHidden>{text}</VisuallyHidden>
      <Bot size={14} aria-hidden="true" />
      <span className={styles.agent} aria-hidden="true">
        {agents.length === 1 ? names[0] : agents.length}
      </span>
    </span>
  );
}

/** Who has the snapshot open, and which agents watch it. */
export function People({ snapshotId }: { snapshotId: string }) {
  const { data } = usePresence(snapshotId);
  if (!data) return null;
  return (
    <>
      <Agents agents={data.agents ?? []} />
      <Others {...data} />
    </>
  );
}

function Others({ people, visitors }: Pick<Reply<typeof reportPresence>, 'people' | 'visitors'>) {
  const count = people.length + visitors;
  if (count === 0) return null;

  const names = people.map(({ name }) => name);
  if (visitors > 0) names.push(t('visitors', { count: visitors }));
  const text = t('people', { count, names: list.format(names) });
  // The last circle counts, if not all fit.
  const fits = count > SHOWN ? SHOWN - 1 : count;
  const shown = people.slice(0, fits);
  const unnamed = Math.min(visitors, fits - shown.length);
  const more = count - fits;
  return (
    <span className={styles.people} title={text}>
      <VisuallyHidden>{text}</VisuallyHidden>
      {shown.map(({ name }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- two people may have one name
        <span key={`${name} ${at}`} className={styles.person} aria-hidden="true">
          {initialOf(name)}
        </span>
      ))}
      {Array.from({ length: unnamed }, (_, at) => (
        <span key={at} className={styles.person} aria-hidden="true">
          <UserRound size={14} />
        </span>
      ))}
      {more > 0 && (
        <span className={styles.person} aria-hidden="true">
          +{more}
        </span>
      )}
    </span>
  );
}
