import { PasswordInput } from '@mantine/core';
import { PASSWORD_MAX } from '@stagelink/shared/contracts/limits';
import type { useSending } from '../../data/sending.ts';
import { t } from '../../words/settings.ts';

interface PasswordFieldProps {
  name: 'currentPassword' | 'newPassword';
  value: string;
  description?: string;
  sending: ReturnType<typeof useSending>;
  onType: (value: string) => void;
}

export function PasswordField({ name, value, description, sending, onType }: PasswordFieldProps) {
  return (
    <PasswordInput
      name={name}
      label={t(name)}
      description={description}
      autoComplete={name === 'newPassword' ? 'new-password' : 'current-password'}
      maxLength={PASSWORD_MAX}
      value={value}
      error={sending.errorAt(name)}
      onChange={(event) => onType(event.currentTarget.value)}
      visibilityToggleButtonProps={{ 'aria-label': t('showPassword'), tabIndex: 0 }}
    />
  );
}
