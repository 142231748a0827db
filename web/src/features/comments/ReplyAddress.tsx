import { setReplyAddress, type ReplyAddress as Left } from '@stagelink/shared/contracts/replyMail';
import { EMAIL_MAX } from '@stagelink/shared/contracts/limits';
import { useEffect, useId, useState } from 'react';
import { dropReplyAddress, leaveReplyAddress, useReplyAddress } from './replyAddressApi.ts';
import { useFormSubmit } from '../../lib/useFormSubmit.ts';
import { t } from './copy.ts';
import { Button } from '../../kit/Button.tsx';
import { TextField } from '../../kit/TextField.tsx';
import { Line } from '../../kit/layout/Line.tsx';
import { TextButton } from '../../kit/TextButton.tsx';
import styles from './ReplyAddress.module.css';

function AddressForm({ snapshotId, onDone }: { snapshotId: string; onDone: () => void }) {
  const [email, setEmail] = useState('');
  const { form, formProps, isSending, send, message, errorAt } = useFormSubmit(t('replyAddressFailed'));
  const problem = errorAt('email') ?? message;
  const statusId = useId();
  // Its button was pressed, and is gone.
  useEffect(() => form.current?.querySelector('input')?.focus(), [form]);

  async function submit(): Promise<void> {
    const input = { id: snapshotId, email: email.trim() };
    if (await send(setReplyAddress, input, (checked) => leaveReplyAddress(snapshotId, checked.email)))
      onDone();
  }

  return (
    <form className={styles.form} {...formProps(submit)}>
      <TextField
        name="email"
        type="email"
        aria-label={t('replyAddressLabel')}
        placeholder={t('replyAddressExample')}
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
    <Line gap="tiny" align="center" isWrapping>
      <p className={styles.text}>{t(isConfirmed ? 'confirmed' : 'unconfirmed', { email })}</p>
      {!isConfirmed && (
        <Button variant="quiet" size="small" onClick={onChange}>
          {t('replyAddressChange')}
        </Button>
      )}
      <Button
        variant="quiet"
        size="small"
        onClick={() => void dropReplyAddress(snapshotId).catch(() => setHasFailed(true))}
      >
        {t('replyAddressRemove')}
      </Button>
      <p className={styles.problem} role="alert">
        {hasFailed && t('replyAddressRemoveFailed')}
      </p>
    </Line>
  );
}

interface ReplyAddressProps {
  snapshotId: string;
  hasCommented: boolean;
}

/** Lets a visitor leave an email address for replies. */
export function ReplyAddress({ snapshotId, hasCommented }: ReplyAddressProps) {
  const { data: address } = useReplyAddress(snapshotId, hasCommented);
  const [isWriting, setIsWriting] = useState(false);
  if (!address?.isOffered) return null;
  const { email } = address;
  const write = () => setIsWriting(true);
  return (
    <section className={styles.box} aria-label={t('replyAddressTitle')}>
      {isWriting && <AddressForm snapshotId={snapshotId} onDone={() => setIsWriting(false)} />}
      {!isWriting && email === null && <TextButton onClick={write}>{t('leave')}</TextButton>}
      {!isWriting && email !== null && (
        <State snapshotId={snapshotId} address={{ ...address, email }} onChange={write} />
      )}
    </section>
  );
}
