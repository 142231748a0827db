import { EMAIL_MAX, NAME_MAX } from '@stagelink/shared/contracts/limits';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { Button } from '../../kit/Button.tsx';
import { CloseButton } from '../../kit/CloseButton.tsx';
import { isComposing } from '../../kit/composing.ts';
import { TextField } from '../../kit/TextField.tsx';
import { t } from './copy.ts';
import { Text } from '../../kit/layout/Text.tsx';
import { Stack } from '../../kit/layout/Stack.tsx';
import styles from './Reviewers.module.css';
import type { ReviewRequest } from './useRequest.ts';

export function Reviewers({ request }: { request: ReviewRequest }) {
  const { reviewers, draft, problem, setDraft } = request;
  const problemId = useId();
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);

  function add(): void {
    if (request.add() !== null) first.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || isComposing(event)) return;
    // Adds the reviewer instead of sending the form.
    event.preventDefault();
    add();
  }

  const wrong = problem === null ? {} : { 'aria-invalid': true, 'aria-describedby': problemId };
  return (
    <fieldset>
      <Text as="legend" below="small" size="small" isStrong>
        {t('reviewers')}
      </Text>
      {reviewers.length > 0 && (
        <Stack as="ul" below="small">
          {reviewers.map(({ userName, userEmail }) => (
            <li key={userEmail} className={styles.reviewer}>
              <span className={styles.who}>
                {userName}
                <span className={styles.email}>{userEmail}</span>
              </span>
              <CloseButton
                size="small"
                label={t('remove', { name: userName })}
                onClick={() => request.remove(userEmail)}
              />
            </li>
          ))}
        </Stack>
      )}
      <div className={styles.fields}>
        <TextField
          ref={first}
          name="userName"
          aria-label={t('reviewerName')}
          placeholder={t('reviewerName')}
          maxLength={NAME_MAX}
          autoComplete="off"
          value={draft.userName}
          onChange={(userName) => setDraft({ ...draft, userName })}
          onKeyDown={onKeyDown}
          data-autofocus
          {...wrong}
        />
        <TextField
          type="email"
          name="userEmail"
          aria-label={t('reviewerEmail')}
          placeholder={t('reviewerEmail')}
          maxLength={EMAIL_MAX}
          autoComplete="off"
          value={draft.userEmail}
          onChange={(userEmail) => setDraft({ ...draft, userEmail })}
          onKeyDown={onKeyDown}
          {...wrong}
        />
        <Button variant="plain" onClick={add}>
          {t('add')}
        </Button>
      </div>
      <p id={problemId} role="alert" className={styles.problem}>
        {problem}
      </p>
    </fieldset>
  );
}
