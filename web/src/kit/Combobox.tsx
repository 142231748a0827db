import { Select } from '@mantine/core';

interface ComboboxProps {
  label: string;
  placeholder: string;
  /** Shown if there are no options. */
  emptyText: string;
  /** Filtered by the caller. */
  options: readonly { value: string; label: string }[];
  value: string | null;
  onChange: (value: string | null) => void;
  onTyped: (typed: string) => void;
}

/** A searchable select. */
export const Combobox = ({ label, emptyText, options, onTyped, ...rest }: ComboboxProps) => (
  <Select
    {...rest}
    searchable
    aria-label={label}
    nothingFoundMessage={emptyText}
    data={[...options]}
    filter={({ options: all }) => all}
    onSearchChange={onTyped}
    comboboxProps={{ withinPortal: false }}
  />
);
