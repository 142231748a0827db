import type { User } from '@stagelink/shared/contracts/accounts';
import { EmailFrequency } from '@stagelink/shared/contracts/notifications';
import { useSignInOptions } from '../identity/account/api.ts';
import { chooseEmailFrequency, useEmailFrequency } from './api.ts';
import { toast, toastFailure } from '../../kit/toast.ts';
import { preferences as t } from './copy.ts';
import { Section } from '../../kit/Section.tsx';
import { ErrorState } from '../../kit/ErrorState.tsx';
import { RadioGroup } from '../../kit/RadioGroup.tsx';
import { Skeleton } from '../../kit/Skeleton.tsx';
import { later } from '../../kit/later.tsx';
import styles from './EmailPreferences.module.css';

/** A field with a search needs more code than the rest of the section. */
const Zone = later(() => import('./TimeZoneField.tsx'));
const ZONE_PX = 88;

async function choose(value: EmailFrequency): Promise<void> {
  try {
    await chooseEmailFrequency(value);
    toast(t('mailSaved'));
  } catch (error) {
    toastFailure(t('mailSaveFailed'), error);
  }
}

function Choice() {
  const { data: frequency, error, refetch } = useEmailFrequency();
  if (error && !frequency) {
    return <ErrorState message={t('mailFailed')} error={error} onRetry={() => void refetch()} />;
  }
  return (
    <div className={styles.choices}>
      <RadioGroup
        label={t('mail')}
        options={EmailFrequency.options.map((value) => ({
          value,
          label: t(value),
          description: t(`${value}Hint`),
        }))}
        value={frequency ?? null}
        disabled={frequency === undefined}
        onChange={(value) => void choose(value)}
      />
    </div>
  );
}

export function EmailPreferences({ user }: { user: User }) {
  const { data: options } = useSignInOptions();
  return (
    <Section anchor="email" title={t('mail')} hint={t('mailHint')}>
      {options?.mail === false ? (
        <p className={styles.none}>{t('noMail')}</p>
      ) : (
        <>
          <Choice />
          <Zone fallback={<Skeleton heightPx={ZONE_PX} />}>
            {({ TimeZoneField }) => <TimeZoneField user={user} />}
          </Zone>
        </>
      )}
    </Section>
  );
}
