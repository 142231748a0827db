import { VisuallyHidden } from '../../kit/VisuallyHidden.tsx';
import { t } from './copy.ts';
import styles from './LoadingScreen.module.css';

/** The viewer while the snapshot loads; the preview may be visible already. */
export function LoadingScreen({ isRetrying = false }: { isRetrying?: boolean }) {
  return (
    <main className={styles.bar} aria-busy="true">
      <h1 className={styles.title}>
        <VisuallyHidden>{t('opening')}</VisuallyHidden>
      </h1>
      <span className={styles.name} />
      <output>{isRetrying && t('retrying')}</output>
    </main>
  );
}
