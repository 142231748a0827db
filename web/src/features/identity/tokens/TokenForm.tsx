import { type Scope, SCOPES } from '@stagelink/shared/contracts/endpoint';
import { NAME_MAX, TOKEN_DEFAULT_DAYS, TOKEN_MAX_DAYS } from '@stagelink/shared/contracts/limits';
import { type Ref, useState } from 'react';
import { createToken } from './api.ts';
import { Button } from '../../../kit/Button.tsx';
import { CheckboxField } from '../../../kit/Checkbox.tsx';
import { DialogActions } from '../../../kit/DialogActions.tsx';
import { t as common } from '../../../lib/commonCopy.ts';
import { CheckboxGroup } from '../../../kit/CheckboxGroup.tsx';
import { SegmentedControl } from '../../../kit/SegmentedControl.tsx';
import { TextField } from '../../../kit/TextField.tsx';
import { useFormSubmit } from '../../../lib/useFormSubmit.ts';
import { tokens as t } from '../../editorExtension/copy.ts';
import { Text } from '../../../kit/layout/Text.tsx';
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
  const { formProps, isSending, run, refuse, message, errorAt } = useFormSubmit(t('generateFailed'));

  async function generate(): Promise<void> {
    const missing = validate(description, scopes);
    if (missing) return refuse(missing);
    await run(async () =>
      onMade(await createToken({ description, expiresInDays: Number(days), scopes: [...scopes] })),
    );
  }

  return (
    <form {...formProps(generate)} className={styles.form}>
      <TextField
        name="description"
        label={t('description')}
        placeholder={t('descriptionHint')}
        maxLength={NAME_MAX}
        required
        data-autofocus
        value={description}
        error={errorAt('description')}
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
      <CheckboxGroup name="scopes" label={t('scopes')} error={errorAt('scopes')}>
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
      {message && (
        <Text role="alert" tone="danger">
          {message}
        </Text>
      )}
      <DialogActions>
        <Button ref={cancel} variant="plain" disabled={isSending} onClick={onCancel}>
          {common('cancel')}
        </Button>
        <Button type="submit" isLoading={isSending}>
          {t('generate')}
        </Button>
      </DialogActions>
    </form>
  );
}
