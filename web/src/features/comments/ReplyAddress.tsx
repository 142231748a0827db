import { setReplyAddress, type ReplyAddress as Left } from '@stagelink/shared/contracts/replyMail';
import { EMAIL_MAX } from '@stagelink/shared/contracts/limits';
import { type FormEvent, useId, useState } from 'react';
import { dropReplyAddress, leaveReplyAddress, useReplyAddress } from './replyAddressApi.ts';
import { useFormSubmit } from '../../lib/useFormSubmit.ts';
import { t } from './replyAddressCopy.ts';
import { Button } from '../../kit/Button.tsx';
import { TextField } from '../../kit/TextField.tsx';
import styles from './ReplyAddress.module.css';

function AddressForm({ snapshotId, onDone }: { snapshotId: string; onDone: () => void }) {
  const [email, setEmail] = useState('');
  const { form, isSending, send, message, errorAt } = useFormSubmit(t('failed'));
  const problem = errorAt('email') ?? message;
  const statusId = useId();

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const input = { id: snapshotId, email: email.trim() };
    if (await send(setReplyAddress, input, (checked) => leaveReplyAddress(snapshotId, checked.email)))
      onDone();
  }

  return (
    <form ref={form} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        name="email"
        type="email"
        aria-label={t('label')}
        placeholder={t('example')}
        autoComplete="email"
        maxLength={EMAIL_MAX}
        value={email}
        {...(problem === null ? {} : { 'aria-invalid': true, 'aria-describedby': statusId })}
        onChange={setEmail}
      />
      <Button type="submit" variant="plain" isLoading={isSending}>
        {t('leave')}
      </Button>
      <p id={statusId} className={styles.problem} role="alert">
        {problem}
      </p>
    </form>
  );
}

interface ReplyAddressStateProps {
  snapshotId: string;
  address: Left & { email: string };
  onChange: () => void;
}

function State({ snapshotId, address: { email, isConfirmed }, onChange }: ReplyAddressStateProps) {
  const [hasFailed, setHasFailed] = useState(false);
  return (
    <div className={styles.state}>
      <p className={styles.text}>{t(isConfirmed ? 'confirmed' : 'unconfirmed', { email })}</p>
      {!isConfirmed && (
        <Button variant="quiet" size="small" onClick={onChange}>
          {t('change')}
        </Button>
      )}
      <Button
        variant="quiet"
        size="small"
        onClick={() => void dropReplyAddress(snapshotId).catch(() => setHasFailed(true))}
      >
        {t('remove')}
      </Button>
      <p className={styles.problem} role="alert">
        {hasFailed && t('removeFailed')}
      </p>
    </div>
  );
}

interface ReplyAddressProps {
  snapshotId: string;
  hasCommented: boolean;
}

/** Lets a visitor leave an email address for replies. */
export function ReplyAddress({ snapshotId, hasCommented }: ReplyAddressProps) {
  const { data: address } = useReplyAddress(snapshotId, hasCommented);
  const [isChanging, setIsChanging] = useState(false);
  if (!address?.isOffered) return null;
  const { email } = address;
  return (
    <section className={styles.box} aria-label={t('title')}>
      {email === null || isChanging ? (
        <AddressForm snapshotId={snapshotId} onDone={() => setIsChanging(false)} />
      ) : (
        <State snapshotId={snapshotId} address={{ ...address, email }} onChange={() => setIsChanging(true)} />
      )}
    </section>
  );
}
