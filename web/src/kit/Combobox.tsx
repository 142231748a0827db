import { Combobox as BaseCombobox } from '@base-ui/react/combobox';
import { ChevronsUpDown } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import styles from './Field.module.css';
import { joinClasses } from './joinClasses.ts';
import { type Option, Options } from './popups/Options.tsx';

interface ComboboxProps {
  label: string;
  placeholder: string;
  /** Shown if there are no options. */
  emptyText: string;
  /** Filtered by the caller. */
  options: readonly Option[];
  value: string | null;
  onChange: (value: string | null) => void;
  onTyped: (typed: string) => void;
}

/** A searchable select. */
export function Combobox(props: ComboboxProps) {
  const { label, placeholder, emptyText, options, value, onChange, onTyped } = props;
  const box = useRef<HTMLDivElement>(null);
  // What is typed may leave it out of the options.
  const [kept, setKept] = useState<Option | null>(null);
  const found = [...options, ...(kept ? [kept] : [])].find((option) => option.value === value) ?? null;
  // Another object would count as another choice, whose label replaces what is being typed.
  // eslint-disable-next-line react-hooks/exhaustive-deps -- as above
  const chosen = useMemo(() => found, [found?.value, found?.label]);
  return (
    <BaseCombobox.Root<Option>
      items={options}
      filter={null}
      isItemEqualToValue={(one, other) => one.value === other.value}
      value={chosen}
      onValueChange={(option) => {
        setKept(option);
        onChange(option?.value ?? null);
      }}
      onInputValueChange={(typed) => onTyped(typed)}
    >
      <div ref={box} className={styles.box}>
        <BaseCombobox.Input
          aria-label={label}
          placeholder={placeholder}
          className={joinClasses(styles.input, styles.withEnd)}
        />
        <span className={styles.end} aria-hidden>
          <ChevronsUpDown size={14} />
        </span>
      </div>
      <Options anchor={box} emptyText={emptyText} />
    </BaseCombobox.Root>
  );
}
