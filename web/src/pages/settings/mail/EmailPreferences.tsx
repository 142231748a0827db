import { Button, Radio, Stack } from '@mantine/core';
import { EmailFrequency } from '@stagelink/shared/contracts/notifications';
import { useSignInOptions } from '../../../data/account.ts';
import { chooseEmailFrequency, useEmailFrequency } from '../../../data/emailPreferences.ts';
import { toast, toastFailure } from '../../../ui/toast.ts';
import { t } from '../../../words/settings.ts';
import { Section } from '../../../ui/Section.tsx';
import styles from './EmailPreferences.module.css';

async function choose(value: EmailFrequency): Promise<void> {
  try {
    await chooseEmailFrequency(value);
    toast(t('mailSaved'));
  } catch (error) {
    toastFailure(t('mailSaveFailed'), error);
  }
}

function Choice() {
  const { data: frequency, isError, refetch } = useEmailFrequency();
  if (isError && !frequency) {
    return (
      <div role="alert" className={styles.failed}>
        <p>{t('mailFailed')}</p>
        <Button variant="default" size="xs" onClick={() => void refetch()}>
          {t('retry')}
        </Button>
      </div>
    );
  }
  return (
    <Radio.Group
      name="emailFrequency"
      aria-label={t('mail')}
      value={frequency ?? null}
      onChange={(value) => void choose(EmailFrequency.parse(value))}
    >
      <Stack gap={12} className={styles.choices}>
        {EmailFrequency.options.map((option) => (
          <Radio
            key={option}
            value={option}
            size="xs"
            classNames={{ label: styles.label, description: styles.description }}
            label={t(option)}
            description={t(`${option}Hint`)}
            disabled={frequency === undefined}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}

/** How often news reaches somebody's inbox. */
export function EmailPreferences() {
  const { data: options } = useSignInOptions();
  return (
    <Section title={t('mail')} hint={t('mailHint')}>
      {options?.mail === false ? <p className={styles.none}>{t('noMail')}</p> : <Choice />}
    </Section>
  );
}
