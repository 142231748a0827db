import { Button, CloseButton, TextInput } from '@mantine/core';
import { EMAIL_MAX, NAME_MAX } from '@stagelink/shared/contracts/limits';
import { type KeyboardEvent, useId, useRef } from 'react';
import { isComposing } from '../../../../ui/composing.ts';
import { t } from '../../../../words/review.ts';
import type { Reviewer } from '../../../../ui/reviewRequest.ts';
import styles from './Reviewers.module.css';

interface ReviewersProps {
  reviewers: readonly Reviewer[];
  /** Who is being typed. */
  draft: Reviewer;
  problem: string | null;
  onDraft: (draft: Reviewer) => void;
  onAdd: () => void;
  onRemove: (email: string) => void;
}

/** Who is asked: those who have been added, and fields for the next. */
export function Reviewers({ reviewers, draft, problem, onDraft, onAdd, onRemove }: ReviewersProps) {
  const told = useId();
  const first = useRef<HTMLInputElement>(null);

  function add(): void {
    onAdd();
    first.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || isComposing(event)) return;
    // Adds, and does not send yet.
    event.preventDefault();
    add();
  }

  const wrong = problem === null ? {} : { 'aria-invalid': true, 'aria-describedby': told };
  return (
    <fieldset className={styles.reviewers}>
      <legend className={styles.legend}>{t('reviewers')}</legend>
      {reviewers.length > 0 && (
        <ul className={styles.list}>
          {reviewers.map(({ userName, userEmail }) => (
            <li key={userEmail} className={styles.reviewer}>
              <span className={styles.name}>{userName}</span>
              <span className={styles.email}>{userEmail}</span>
              <CloseButton
                size="sm"
                aria-label={t('remove', { name: userName })}
                onClick={() => onRemove(userEmail)}
              />
            </li>
          ))}
        </ul>
      )}
      <div className={styles.fields}>
        <TextInput
          ref={first}
          aria-label={t('reviewerName')}
          placeholder={t('reviewerName')}
          maxLength={NAME_MAX}
          value={draft.userName}
          onChange={(event) => onDraft({ ...draft, userName: event.currentTarget.value })}
          onKeyDown={onKeyDown}
          data-autofocus
          {...wrong}
        />
        <TextInput
          type="email"
          aria-label={t('reviewerEmail')}
          placeholder={t('reviewerEmail')}
          maxLength={EMAIL_MAX}
          value={draft.userEmail}
          onChange={(event) => onDraft({ ...draft, userEmail: event.currentTarget.value })}
          onKeyDown={onKeyDown}
          {...wrong}
        />
        <Button variant="default" onClick={add}>
          {t('add')}
        </Button>
      </div>
      <p id={told} role="alert" className={styles.problem}>
        {problem}
      </p>
    </fieldset>
  );
}
