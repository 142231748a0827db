import { MultiSelect as MantineMultiSelect } from '@mantine/core';

interface MultiSelectProps {
  label: string;
  options: readonly string[];
  value: readonly string[];
  onChange: (value: string[]) => void;
}

/** A searchable select of several values. */
export const MultiSelect = ({ label, options, value, onChange }: MultiSelectProps) => (
  <MantineMultiSelect
    size="xs"
    label={label}
    data={[...options]}
    value={[...value]}
    onChange={onChange}
    searchable
    comboboxProps={{ withinPortal: false }}
  />
);
