import { ago } from '../../../../../web/src/ui/times.ts';
import { useNow } from '../../../../../web/src/ui/useNow.ts';
import type { Folder } from '../../../folders.ts';
import { t } from '../../words/folder.ts';
import { Consent } from './Consent.tsx';
import { Failure } from './Failure.tsx';
import styles from './InTheWay.module.css';

function Said({ title, text }: { title: string; text: string }) {
  return (
    <section className={styles.card}>
      <h2>{title}</h2>
      <p>{text}</p>
    </section>
  );
}

/** What keeps a folder from being staged, and what to do about it. */
export function InTheWay({ folder }: { folder: Folder }) {
  const { state } = folder;
  const now = useNow();
  if (state.kind === 'asking') {
    const { commands, fingerprints, branch } = state;
    return (
      <Consent
        key={[branch, ...fingerprints].join('\n')}
        folder={folder}
        commands={commands}
        fingerprints={fingerprints}
        branch={branch}
      />
    );
  }
  if (state.kind === 'failed') return <Failure problem={state.problem} />;
  if (state.kind === 'missing') return <Said title={t('missingTitle')} text={t('missingText')} />;
  if (state.kind === 'unreachable') return <Said title={t('unreachableTitle')} text={t('unreachableText')} />;
  if (state.kind === 'signedOut') return <Said title={t('signedOutTitle')} text={t('signedOutText')} />;
  if (state.kind === 'queued' && state.notBefore !== undefined) {
    const time = new Date(state.notBefore).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
    return <Said title={t('limitedTitle')} text={t('limitedText', { time })} />;
  }
  if (state.kind === 'queued') {
    const since = ago(new Date(state.since), now).toLowerCase();
    return <Said title={t('queuedTitle')} text={t('queuedText', { since })} />;
  }
  if (folder.watchProblem)
    return <Said title={folder.watchProblem.message} text={folder.watchProblem.hint} />;
  return null;
}
