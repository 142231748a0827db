import { Checkbox, Input, SegmentedControl, TextInput } from '@mantine/core';
import { ApiError } from '@stagelink/shared/client';
import { type Scope, SCOPES } from '@stagelink/shared/contracts/endpoint';
import { NAME_MAX, TOKEN_DEFAULT_DAYS, TOKEN_MAX_DAYS } from '@stagelink/shared/contracts/limits';
import { type FormEvent, useId, useState } from 'react';
import { createToken } from '../../../data/tokens.ts';
import { BusyButton } from '../../../ui/BusyButton.tsx';
import { toastFailure } from '../../../ui/toast.ts';
import { tokens as t } from '../../../words/extension.ts';
import styles from './Tokens.module.css';

const LIFETIMES = [7, 30, TOKEN_DEFAULT_DAYS, TOKEN_MAX_DAYS].map((days) => ({
  value: String(days),
  label: days === TOKEN_MAX_DAYS ? t('year') : t('days', { count: days }),
}));

/** What is missing, or null. */
function complaint(description: string, scopes: readonly Scope[]) {
  if (description.trim() === '') return { field: 'description', message: t('needsDescription') };
  return scopes.length === 0 ? { field: 'scopes', message: t('needsScope') } : null;
}

export function TokenForm({ onMade }: { onMade: (value: string) => void }) {
  const lifetimeId = useId();
  const [description, setDescription] = useState('');
  const [days, setDays] = useState(String(TOKEN_DEFAULT_DAYS));
  const [scopes, setScopes] = useState<readonly Scope[]>(SCOPES);
  const [problem, setProblem] = useState<{ field: string; message: string } | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const problemOf = (field: string) => (problem?.field === field ? problem.message : undefined);

  async function generate(event: FormEvent): Promise<void> {
    event.preventDefault();
    const missing = complaint(description, scopes);
    setProblem(missing);
    if (missing) return;
    setIsBusy(true);
    try {
      onMade(await createToken({ description, expiresInDays: Number(days), scopes: [...scopes] }));
    } catch (error) {
      setIsBusy(false);
      if (error instanceof ApiError && error.field === 'description') {
        setProblem({ field: error.field, message: error.message });
      } else toastFailure(t('generateFailed'), error);
    }
  }

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void generate(event)}>
      <TextInput
        label={t('description')}
        placeholder={t('descriptionHint')}
        maxLength={NAME_MAX}
        required
        withAsterisk={false}
        data-autofocus
        value={description}
        error={problemOf('description')}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
      <div>
        <Input.Label id={lifetimeId} labelElement="div">
          {t('expires')}
        </Input.Label>
        <SegmentedControl
          fullWidth
          aria-labelledby={lifetimeId}
          data={LIFETIMES}
          value={days}
          onChange={setDays}
        />
      </div>
      <Checkbox.Group
        label={t('scopes')}
        value={[...scopes]}
        error={problemOf('scopes')}
        onChange={(chosen) => setScopes(SCOPES.filter((scope) => chosen.includes(scope)))}
      >
        <div className={styles.scopes}>
          {SCOPES.map((scope) => (
            <Checkbox key={scope} size="xs" value={scope} label={t(scope)} />
          ))}
        </div>
      </Checkbox.Group>
      <BusyButton type="submit" className={styles.generate} loading={isBusy}>
        {t('generate')}
      </BusyButton>
    </form>
  );
}
