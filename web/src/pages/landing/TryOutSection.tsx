import { t } from './copy.ts';
import styles from './LandingPage.module.css';

const COMMAND = 'curl -F file=@site.zip {APP_URL}/api/try';

/** Where visitors stage without an account: by a command, or by the controls that a script adds. */
export function TryOutSection() {
  return (
    <section className={styles.tryOut} aria-label={t('tryOut')}>
      <h2>{t('tryOutTitle')}</h2>
      <div className={styles.tryOutControls} data-try-out />
      <p className={styles.command}>
        <span>{t('tryOutCommand')}</span>
        <code>{COMMAND}</code>
      </p>
    </section>
  );
}
