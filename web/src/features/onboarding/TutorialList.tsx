import type { TutorialId } from '@stagelink/shared/contracts/onboarding';
import { Button } from '../../kit/Button.tsx';
import { useOnboarding } from './api.ts';
import { t } from './copy.ts';
import { Text } from '../../kit/layout/Text.tsx';
import styles from './TutorialList.module.css';
import { useTutorial } from './TutorialProvider.tsx';
import { TUTORIALS } from './tutorials.ts';

/** Every tutorial, to start or restart. */
export function TutorialList({ onStart }: { onStart?: () => void }) {
  const { start } = useTutorial();
  const completed = useOnboarding().data?.completedTutorials ?? [];

  function choose(id: TutorialId): void {
    onStart?.();
    start(id);
  }

  return (
    <ul className={styles.list} aria-label={t('tutorials')}>
      {TUTORIALS.map(({ id, title, description, estimatedTime }) => {
        const isDone = completed.includes(id);
        return (
          <li key={id}>
            <div className={styles.about}>
              <Text as="span" isStrong>
                {title}
              </Text>
              <span className={styles.facts}>
                {t('minutes', { count: estimatedTime })}
                {isDone && ` · ${t('completed')}`}
              </span>
              <span className={styles.description}>{description}</span>
            </div>
            <Button
              variant="plain"
              size="small"
              aria-label={t(isDone ? 'restartNamed' : 'startNamed', { title })}
              onClick={() => choose(id)}
            >
              {t(isDone ? 'restart' : 'start')}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
