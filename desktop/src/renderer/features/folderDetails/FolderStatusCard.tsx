import { ago } from '@stagelink/shared/domain/format';
import { upgradeUrlIn } from '@stagelink/shared/domain/upgradeUrl';
import { buttonClass } from '@stagelink/web/kit/buttonClass.ts';
import { useNow } from '@stagelink/web/lib/useNow.ts';
import type { Folder, Problem } from '../../../protocol/folders.ts';
import { t } from './copy.ts';
import { Consent } from './Consent.tsx';
import { Decision } from './Decision.tsx';
import styles from './FolderStatusCard.module.css';

/** Shows the failing line of the build output first. */
function Failure({ problem }: { problem: Problem }) {
  const upgrade = upgradeUrlIn(problem.message);
  return (
    <section className={styles.card} data-tone="danger" role="alert">
      <h2>{problem.message}</h2>
      {problem.hint !== '' && <p>{problem.hint}</p>}
      {upgrade !== null && (
        <a className={buttonClass({ size: 'small' })} href={upgrade} target="_blank" rel="noopener">
          {t('upgrade')}
        </a>
      )}
      {problem.lines.length > 0 && (
        // A region that scrolls has to be reached by the keyboard too.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <ol className={styles.lines} aria-label={t('problemLines')} tabIndex={0}>
          {problem.lines.map((line, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- Lines have no name but their place.
            <li key={index}>{line}</li>
          ))}
        </ol>
      )}
    </section>
  );
}

function Card({ title, text }: { title: string; text: string }) {
  return (
    <section className={styles.card}>
      <h2>{title}</h2>
      <p>{text}</p>
    </section>
  );
}

/** Shows what prevents a folder from being staged and how to resolve it. */
export function FolderStatusCard({ folder }: { folder: Folder }) {
  const { state } = folder;
  const now = useNow();
  if (state.kind === 'asking') {
    const { commands, fingerprints, isCovered, branch } = state;
    return (
      <Consent
        key={[branch, ...fingerprints].join('\n')}
        folder={folder}
        commands={commands}
        fingerprints={fingerprints}
        isCovered={isCovered}
        branch={branch}
      />
    );
  }
  if (state.kind === 'deciding') return <Decision folder={folder} question={state.question} />;
  if (state.kind === 'failed') return <Failure problem={state.problem} />;
  if (state.kind === 'missing') return <Card title={t('missingTitle')} text={t('missingText')} />;
  if (state.kind === 'unreachable') return <Card title={t('unreachableTitle')} text={t('unreachableText')} />;
  if (state.kind === 'signedOut') return <Card title={t('signedOutTitle')} text={t('signedOutText')} />;
  if (state.kind === 'queued' && state.notBefore !== undefined) {
    const time = new Date(state.notBefore).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
    return <Card title={t('limitedTitle')} text={t('limitedText', { time })} />;
  }
  if (state.kind === 'queued') {
    const since = ago(new Date(state.since), now).toLowerCase();
    return <Card title={t('queuedTitle')} text={t('queuedText', { since })} />;
  }
  if (folder.watchProblem)
    return <Card title={folder.watchProblem.message} text={folder.watchProblem.hint} />;
  return null;
}
