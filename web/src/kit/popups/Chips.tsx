import { Combobox } from '@base-ui/react/combobox';
import { X } from 'lucide-react';
import type { ComponentProps } from 'react';
import type { FieldControl } from '../Field.tsx';
import { joinClasses } from '../joinClasses.ts';
import { t } from './copy.ts';
import { Text } from '../layout/Text.tsx';
import styles from './Chips.module.css';

interface ChipsProps extends Omit<ComponentProps<typeof Combobox.Input>, 'className'> {
  control: FieldControl;
  values: readonly string[];
  /** Receives the box, under which the list opens. */
  box: ComponentProps<typeof Combobox.Chips>['ref'];
}

/** A field that shows what was chosen before what is typed. */
export function Chips({ control: { className, ...control }, values, box, ...rest }: ChipsProps) {
  return (
    <Combobox.Chips ref={box} className={joinClasses(className, styles.chips)}>
      {values.map((value) => (
        <Combobox.Chip key={value} className={styles.chip} aria-label={value}>
          <Text as="span" isTruncated>
            {value}
          </Text>
          <Combobox.ChipRemove className={styles.remove} aria-label={t('removeChip', { name: value })}>
            <X size={12} aria-hidden />
          </Combobox.ChipRemove>
        </Combobox.Chip>
      ))}
      <Combobox.Input {...control} {...rest} className={styles.typed} />
    </Combobox.Chips>
  );
}
