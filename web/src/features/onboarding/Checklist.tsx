import { ChecklistItem } from '@stagelink/shared/contracts/onboarding';
import { Check } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../kit/Button.tsx';
import { buttonClass } from '../../kit/buttonClass.ts';
import { CloseButton } from '../../kit/CloseButton.tsx';
import { toastFailure } from '../../kit/toast.ts';
import { VisuallyHidden } from '../../kit/VisuallyHidden.tsx';
import { makeSample, updateOnboarding, useChecklist } from './api.ts';
import styles from './Checklist.module.css';
import { t } from './copy.ts';

const ITEMS = ChecklistItem.options;
const TEXTS = {
  stage: { title: t('stageItem'), hint: t('stageItemHint') },
  comment: { title: t('commentItem'), hint: t('commentItemHint') },
  share: { title: t('shareItem'), hint: t('shareItemHint') },
  restage: { title: t('restageItem'), hint: t('restageItemHint') },
} satisfies Record<ChecklistItem, { title: string; hint: string }>;

/** Leads to the sample snapshot, or makes one. */
function SampleLink({ url }: { url: string | null }) {
  const [isMaking, setIsMaking] = useState(false);

  async function make(): Promise<void> {
    setIsMaking(true);
    await makeSample().catch((error: unknown) => toastFailure(t('sampleFailed'), error));
    setIsMaking(false);
  }

  if (url === null) {
    return (
      <Button variant="plain" size="mini" isLoading={isMaking} onClick={() => void make()}>
        {t('makeSample')}
      </Button>
    );
  }
  return (
    <a
      className={buttonClass({ variant: 'plain', size: 'mini' })}
      href={url}
      target="_blank"
      rel="noopener noreferrer"
    >
      {t('openSample')}
    </a>
  );
}

interface ItemProps {
  item: ChecklistItem;
  isDone: boolean;
  children: ReactNode;
}

function Item({ item, isDone, children }: ItemProps) {
  const { title, hint } = TEXTS[item];
  return (
    <li className={styles.item} data-done={isDone}>
      <span className={styles.mark} aria-hidden>
        {isDone && <Check size={12} strokeWidth={3} />}
      </span>
      <div className={styles.about}>
        <span className={styles.name}>
          {title}
          {isDone && <VisuallyHidden>, {t('itemDone')}</VisuallyHidden>}
        </span>
        {!isDone && <span className={styles.hint}>{hint}</span>}
        {!isDone && children}
      </div>
    </li>
  );
}

/** What a new account does first. Ticks itself; gone for good when done or closed. */
export function Checklist() {
  const { data } = useChecklist();
  const [wasOpen, setWasOpen] = useState(false);
  if (!data || data.checklist.isClosed) return null;
  const { done } = data.checklist;
  const isDone = done.length === ITEMS.length;
  if (!isDone && !wasOpen) setWasOpen(true);
  // The last tick stays until the page is left.
  if (isDone && !wasOpen) return null;

  return (
    <section className={styles.card} aria-label={t('checklist')}>
      <div className={styles.head}>
        <h2 className={styles.title}>{t('checklist')}</h2>
        <output className={styles.progress}>
          {isDone ? t('allDone') : t('done', { done: done.length, count: ITEMS.length })}
        </output>
        <CloseButton
          size="small"
          label={t('closeChecklist')}
          onClick={() => void updateOnboarding({ checklistClosed: true })}
        />
      </div>
      <ul className={styles.items}>
        {ITEMS.map((item) => (
          <Item key={item} item={item} isDone={done.includes(item)}>
            {item === 'comment' && <SampleLink url={data.sampleUrl} />}
          </Item>
        ))}
      </ul>
    </section>
  );
}
