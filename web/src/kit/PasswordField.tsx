import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { t } from './copy.ts';
import { IconButton } from './IconButton.tsx';
import { TextField } from './TextField.tsx';

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'start' | 'end'>;

export function PasswordField(props: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      end={
        <IconButton label={t('showPassword')} aria-pressed={isShown} onClick={() => setIsShown(!isShown)}>
          <Icon size={16} />
        </IconButton>
      }
    />
  );
}
