import { t } from './copy.ts';
import { IconButton } from '../../kit/IconButton.tsx';
import { VisuallyHidden } from '../../kit/VisuallyHidden.tsx';
import { Stack } from '../../kit/layout/Stack.tsx';
import styles from './LandingPage.module.css';

const TAGLINES = [
  'No DevOps',
  'No GitHub',
  'No finnicky envs',
  'No deployment pipelines',
  'No configs',
] as const;

/** One tagline after the other. All have their place from the start, so nothing moves when they change. */
export function Taglines() {
  return (
    <div className={styles.taglines} data-taglines>
      <VisuallyHidden>{t('taglines')}</VisuallyHidden>
      <Stack as="p" aria-hidden>
        {TAGLINES.map((tagline, at) => (
          <span key={tagline} className={styles.tagline} data-shown={at === 0 ? '' : undefined}>
            {tagline}
          </span>
        ))}
      </Stack>
      <IconButton label={t('pauseTaglines')}>
        <svg width="10" height="10" viewBox="0 0 10 10" fill="currentColor" aria-hidden>
          <path className={styles.pauseSign} d="M1.5 1h2.5v8H1.5zM6 1h2.5v8H6z" />
          <path className={styles.playSign} d="M2 1l7 4-7 4z" />
        </svg>
      </IconButton>
    </div>
  );
}
