import { X } from 'lucide-react';
import type { ComponentProps } from 'react';
import { t } from '../lib/commonCopy.ts';
import { IconButton } from './IconButton.tsx';

const ICON_PX = { tiny: 14, small: 14, medium: 16, large: 16 };

type CloseButtonProps = Omit<ComponentProps<typeof IconButton>, 'label' | 'children'> & { label?: string };

export function CloseButton({ label = t('close'), size = 'medium', ...rest }: CloseButtonProps) {
  return (
    <IconButton label={label} size={size} {...rest}>
      <X size={ICON_PX[size]} aria-hidden />
    </IconButton>
  );
}
