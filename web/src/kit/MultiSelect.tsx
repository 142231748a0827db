import { Combobox } from '@base-ui/react/combobox';
import { useRef } from 'react';
import { Field } from './Field.tsx';
import { Chips } from './popups/Chips.tsx';
import { Options } from './popups/Options.tsx';
import { toOption } from './popups/toOption.ts';

interface MultiSelectProps {
  label: string;
  options: readonly string[];
  value: readonly string[];
  onChange: (value: string[]) => void;
}

/** A searchable select of several values. */
export function MultiSelect({ label, options, value, onChange }: MultiSelectProps) {
  const box = useRef<HTMLDivElement>(null);
  return (
    <Combobox.Root
      multiple
      autoHighlight
      items={options.map(toOption)}
      isItemEqualToValue={(one, other) => one.value === other.value}
      value={value.map(toOption)}
      onValueChange={(chosen) => onChange(chosen.map((option) => option.value))}
    >
      <Field label={label} size="small">
        {(control) => <Chips control={control} values={value} box={box} />}
      </Field>
      <Options anchor={box} />
    </Combobox.Root>
  );
}
