import { ApiError } from '@stagelink/shared/client/call';
import { type Scope, SCOPES } from '@stagelink/shared/contracts/endpoint';
import { NAME_MAX, TOKEN_DEFAULT_DAYS, TOKEN_MAX_DAYS } from '@stagelink/shared/contracts/limits';
import { type FormEvent, type Ref, useState } from 'react';
import { createToken } from './api.ts';
import { toastFailure } from '../../../kit/toast.ts';
import { Button } from '../../../kit/Button.tsx';
import { CheckboxField } from '../../../kit/Checkbox.tsx';
import { DialogActions } from '../../../kit/DialogActions.tsx';
import { t as common } from '../../../lib/commonCopy.ts';
import { CheckboxGroup } from '../../../kit/CheckboxGroup.tsx';
import { SegmentedControl } from '../../../kit/SegmentedControl.tsx';
import { TextField } from '../../../kit/TextField.tsx';
import { tokens as t } from '../../editorExtension/copy.ts';
import styles from './Tokens.module.css';

const LIFETIMES = [7, 30, TOKEN_DEFAULT_DAYS, TOKEN_MAX_DAYS].map((days) => ({
  value: String(days),
  label: days === TOKEN_MAX_DAYS ? t('year') : t('days', { count: days }),
}));

/** Returns what is missing, or null. */
function validate(description: string, scopes: readonly Scope[]) {
  if (description.trim() === '') return { field: 'description', message: t('needsDescription') };
  return scopes.length === 0 ? { field: 'scopes', message: t('needsScope') } : null;
}

interface TokenFormProps {
  cancel: Ref<HTMLButtonElement>;
  onMade: (value: string) => void;
  onCancel: () => void;
}

export function TokenForm({ cancel, onMade, onCancel }: TokenFormProps) {
  const [description, setDescription] = useState('');
  const [days, setDays] = useState(String(TOKEN_DEFAULT_DAYS));
  const [scopes, setScopes] = useState<readonly Scope[]>(SCOPES);
  const [problem, setProblem] = useState<{ field: string; message: string } | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const problemOf = (field: string) => (problem?.field === field ? problem.message : undefined);

  async function generate(event: FormEvent): Promise<void> {
    event.preventDefault();
    const missing = validate(description, scopes);
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
      <TextField
        label={t('description')}
        placeholder={t('descriptionHint')}
        maxLength={NAME_MAX}
        required
        data-autofocus
        value={description}
        error={problemOf('description')}
        onChange={setDescription}
      />
      <SegmentedControl
        isLabelShown
        isWide
        size="medium"
        label={t('expires')}
        options={LIFETIMES}
        value={days}
        onChange={setDays}
      />
      <CheckboxGroup label={t('scopes')} error={problemOf('scopes')}>
        <div className={styles.scopes}>
          {SCOPES.map((scope) => (
            <CheckboxField
              key={scope}
              label={t(scope)}
              isOn={scopes.includes(scope)}
              onChange={(isOn) =>
                setScopes(SCOPES.filter((each) => (each === scope ? isOn : scopes.includes(each))))
              }
            />
          ))}
        </div>
      </CheckboxGroup>
      <DialogActions>
        <Button ref={cancel} variant="plain" disabled={isBusy} onClick={onCancel}>
          {common('cancel')}
        </Button>
        <Button type="submit" isLoading={isBusy}>
          {t('generate')}
        </Button>
      </DialogActions>
    </form>
  );
}
