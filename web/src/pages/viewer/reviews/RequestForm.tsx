import { EMAIL_MAX, NAME_MAX, NOTES_MAX } from '@stagelink/shared/contracts/limits';
import { X } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { isComposing } from '../../../ui/composing.ts';
import { t } from '../../../words/review.ts';
import { t as reviews } from '../../../words/reviews.ts';
import { button, iconButton } from '../controls.ts';
import styles from './forms.module.css';
import { useRequest } from './useRequest.ts';

interface RequestFormProps {
  snapshotId: string;
  onDone: () => void;
  onFailed: (error: unknown) => void;
  onBack: () => void;
}

/** Asks people to look at a snapshot. */
export function RequestForm({ snapshotId, onDone, onFailed, onBack }: RequestFormProps) {
  const request = useRequest(snapshotId, { onDone, onFailed });
  const { draft, reviewers, problem } = request;
  const first = useRef<HTMLInputElement>(null);
  const told = useId();
  useEffect(() => first.current?.focus(), []);

  function add(): void {
    request.add();
    first.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || isComposing(event)) return;
    // Adds, and does not send yet.
    event.preventDefault();
    add();
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    void request.send();
  }

  const wrong = problem === null ? {} : { 'aria-invalid': true, 'aria-describedby': told };
  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      <fieldset className={styles['people']}>
        <legend className={styles['label']}>{t('reviewers')}</legend>
        {reviewers.length > 0 && (
          <ul className={styles['named']}>
            {reviewers.map(({ userName, userEmail }) => (
              <li key={userEmail}>
                <span>
                  {userName}
                  <small>{userEmail}</small>
                </span>
                <button
                  type="button"
                  className={iconButton}
                  aria-label={t('remove', { name: userName })}
                  onClick={() => request.remove(userEmail)}
                >
                  <X size={14} />
                </button>
              </li>
            ))}
          </ul>
        )}
        <div className={styles['pair']}>
          <input
            ref={first}
            className={styles['input']}
            aria-label={t('reviewerName')}
            placeholder={t('reviewerName')}
            maxLength={NAME_MAX}
            autoComplete="off"
            value={draft.userName}
            onChange={(event) => request.setDraft({ ...draft, userName: event.currentTarget.value })}
            onKeyDown={onKeyDown}
            {...wrong}
          />
          <input
            type="email"
            className={styles['input']}
            aria-label={t('reviewerEmail')}
            placeholder={t('reviewerEmail')}
            maxLength={EMAIL_MAX}
            autoComplete="off"
            value={draft.userEmail}
            onChange={(event) => request.setDraft({ ...draft, userEmail: event.currentTarget.value })}
            onKeyDown={onKeyDown}
            {...wrong}
          />
          <button type="button" className={button('plain', 'small')} onClick={add}>
            {t('add')}
          </button>
        </div>
        <p id={told} role="alert" className={styles['problem']}>
          {problem}
        </p>
      </fieldset>
      <label className={styles['field']}>
        <span className={styles['label']}>
          {t('deadline')} <span className={styles['hint']}>{t('deadlineHint')}</span>
        </span>
        <input
          type="date"
          className={styles['input']}
          min={request.earliest}
          value={request.deadline}
          onChange={(event) => request.setDeadline(event.currentTarget.value)}
        />
      </label>
      <label className={styles['field']}>
        <span className={styles['label']}>
          {t('notes')} <span className={styles['hint']}>{t('notesHint')}</span>
        </span>
        <textarea
          className={styles['input']}
          rows={3}
          maxLength={NOTES_MAX}
          value={request.notes}
          onChange={(event) => request.setNotes(event.currentTarget.value)}
        />
      </label>
      <div className={styles['actions']}>
        <button type="submit" className={button('main', 'small')} aria-busy={request.isSending}>
          {t('send')}
        </button>
        <button type="button" className={button('quiet', 'small')} onClick={onBack}>
          {reviews('back')}
        </button>
      </div>
    </form>
  );
}
