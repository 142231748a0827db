import { Check, FolderKanban, Link2, type LucideIcon, MessageSquareText, Zap } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { VisuallyHidden } from '../../kit/VisuallyHidden.tsx';
import { t } from './copy.ts';
import { Text } from '../../kit/layout/Text.tsx';
import styles from './WelcomeDialog.module.css';

interface Slide {
  icon: LucideIcon;
  title: string;
  description: string;
  features: readonly string[];
}

const FIRST: Slide = {
  icon: Link2,
  title: t('welcome'),
  description: t('welcomeSentence'),
  features: [t('welcomeLink'), t('welcomeGuests'), t('welcomeVersions')],
};

const SLIDES: readonly Slide[] = [
  FIRST,
  {
    icon: Zap,
    title: t('fast'),
    description: t('fastSentence'),
    features: [t('fastFramework'), t('fastFiles'), t('fastPassword')],
  },
  {
    icon: MessageSquareText,
    title: t('feedback'),
    description: t('feedbackSentence'),
    features: [t('feedbackPins'), t('feedbackMentions'), t('feedbackReviews')],
  },
  {
    icon: FolderKanban,
    title: t('team'),
    description: t('teamSentence'),
    features: [t('teamProjects'), t('teamSearch'), t('teamOverview')],
  },
];

interface WelcomeDialogProps {
  onStart: () => void;
  onSkip: () => void;
}

/** Introduces a new account to the product in four slides. */
export function WelcomeDialog({ onStart, onSkip }: WelcomeDialogProps) {
  const [at, setAt] = useState(0);
  const { icon: Icon, title, description, features } = SLIDES[at] ?? FIRST;
  const isLast = at === SLIDES.length - 1;
  const header = (
    <>
      <div className={styles.header}>
        <span className={styles.dots} aria-hidden>
          {SLIDES.map((slide) => (
            <span key={slide.title} data-current={slide.title === title} />
          ))}
        </span>
        <VisuallyHidden>{t('slide', { number: at + 1, count: SLIDES.length })}</VisuallyHidden>
        <Button variant="quiet" size="small" onClick={onSkip}>
          {t('skipTour')}
        </Button>
      </div>
      <span className={styles.icon}>
        <Icon size={26} strokeWidth={1.5} aria-hidden />
      </span>
    </>
  );
  return (
    <Dialog title={title} header={header} widthPx={540} closeOnOutsideClick={false} onClose={onSkip}>
      <div className={styles.slide} aria-live="polite">
        <Text tone="muted">{description}</Text>
        <ul className={styles.features}>
          {features.map((feature) => (
            <li key={feature}>
              <Check size={16} aria-hidden />
              {feature}
            </li>
          ))}
        </ul>
      </div>
      <div className={styles.actions} data-last={isLast}>
        <Button variant="plain" disabled={at === 0} onClick={() => setAt(at - 1)}>
          {t('previous')}
        </Button>
        {isLast && (
          <Button variant="quiet" onClick={onSkip}>
            {t('maybeLater')}
          </Button>
        )}
        {isLast && (
          <Button variant="plain" onClick={onStart}>
            {t('startDashboardTour')}
          </Button>
        )}
        {/* One element for both, so that it keeps the focus. */}
        <Button data-autofocus onClick={isLast ? onStart : () => setAt(at + 1)}>
          {t(isLast ? 'getStarted' : 'next')}
        </Button>
      </div>
    </Dialog>
  );
}
