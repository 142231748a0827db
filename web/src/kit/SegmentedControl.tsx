import { SegmentedControl as MantineSegmentedControl } from '@mantine/core';
import { useId } from 'react';
import field from './Field.module.css';

interface SegmentedControlProps<T extends string> {
  label: string;
  isLabelShown?: boolean;
  options: readonly { value: T; label: string }[];
  size?: 'small' | 'medium';
  isWide?: boolean;
  value: T;
  onChange: (value: T) => void;
}

export function SegmentedControl<T extends string>(props: SegmentedControlProps<T>) {
  const { label, isLabelShown = false, options, size = 'small', isWide = false, value, onChange } = props;
  const id = useId();
  const control = (
    <MantineSegmentedControl
      size={size === 'small' ? 'xs' : 'sm'}
      fullWidth={isWide}
      {...(isLabelShown ? { 'aria-labelledby': id } : { 'aria-label': label })}
      data={[...options]}
      value={value}
      onChange={(next) => {
        const chosen = options.find((option) => option.value === next);
        if (chosen) onChange(chosen.value);
      }}
    />
  );
  if (!isLabelShown) return control;
  return (
    <div className={field.field}>
      <div id={id} className={field.label}>
        {label}
      </div>
      {control}
    </div>
  );
}
