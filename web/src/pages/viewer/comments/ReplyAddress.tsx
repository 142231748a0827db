import { setReplyAddress, type ReplyAddress as Left } from '@stagelink/shared/contracts/replyMail';
import { EMAIL_MAX } from '@stagelink/shared/contracts/limits';
import { type FormEvent, useId, useState } from 'react';
import { dropReplyAddress, leaveReplyAddress, useReplyAddress } from '../../../data/replyAddress.ts';
import { useSending } from '../../../data/sending.ts';
import { t } from '../../../words/replyAddress.ts';
import { button } from '../controls.ts';
import styles from './ReplyAddress.module.css';

function AddressForm({ snapshotId, onDone }: { snapshotId: string; onDone: () => void }) {
  const [email, setEmail] = useState('');
  const { form, isSending, send, message, errorAt } = useSending(t('failed'));
  const problem = errorAt('email') ?? message;
  const told = useId();

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const input = { id: snapshotId, email: email.trim() };
    if (await send(setReplyAddress, input, (checked) => leaveReplyAddress(snapshotId, checked.email)))
      onDone();
  }

  return (
    <form ref={form} className={styles['form']} noValidate onSubmit={(event) => void submit(event)}>
      <input
        name="email"
        type="email"
        className={styles['input']}
        aria-label={t('label')}
        placeholder={t('label')}
        autoComplete="email"
        maxLength={EMAIL_MAX}
        value={email}
        {...(problem === null ? {} : { 'aria-invalid': true, 'aria-describedby': told })}
        onChange={({ currentTarget }) => setEmail(currentTarget.value)}
      />
      <button type="submit" className={button('plain', 'small')} aria-busy={isSending}>
        {t('leave')}
      </button>
      <p id={told} className={styles['problem']} role="alert">
        {problem}
      </p>
    </form>
  );
}

interface StateProps {
  snapshotId: string;
  address: Left & { email: string };
  onChange: () => void;
}

function State({ snapshotId, address: { email, isConfirmed }, onChange }: StateProps) {
  const [hasFailed, setHasFailed] = useState(false);
  return (
    <div className={styles['state']}>
      <p className={styles['text']}>{t(isConfirmed ? 'confirmed' : 'unconfirmed', { email })}</p>
      {!isConfirmed && (
        <button type="button" className={button('quiet', 'small')} onClick={onChange}>
          {t('change')}
        </button>
      )}
      <button
        type="button"
        className={button('quiet', 'small')}
        onClick={() => void dropReplyAddress(snapshotId).catch(() => setHasFailed(true))}
      >
        {t('remove')}
      </button>
      <p className={styles['problem']} role="alert">
        {hasFailed && t('removeFailed')}
      </p>
    </div>
  );
}

interface ReplyAddressProps {
  snapshotId: string;
  /** This visitor has commented. */
  hasCommented: boolean;
}

/** Where a visitor leaves an address for replies to what they wrote. */
export function ReplyAddress({ snapshotId, hasCommented }: ReplyAddressProps) {
  const { data: address } = useReplyAddress(snapshotId, hasCommented);
  const [isChanging, setIsChanging] = useState(false);
  if (!address?.isOffered) return null;
  const { email } = address;
  return (
    <section className={styles['box']} aria-label={t('title')}>
      {email === null || isChanging ? (
        <AddressForm snapshotId={snapshotId} onDone={() => setIsChanging(false)} />
      ) : (
        <State snapshotId={snapshotId} address={{ ...address, email }} onChange={() => setIsChanging(true)} />
      )}
    </section>
  );
}
