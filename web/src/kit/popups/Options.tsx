import { Combobox } from '@base-ui/react/combobox';
import { Check } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { joinClasses } from '../joinClasses.ts';
import styles from './Options.module.css';
import { IN_WINDOW } from './placement.ts';
import popup from './Popup.module.css';

export interface Option {
  value: string;
  label: string;
}

interface OptionsProps {
  /** The box of the field. */
  anchor: RefObject<HTMLElement | null>;
  /** Shown if there are no options. */
  emptyText?: string;
}

/** The list under a combobox. */
export function Options({ anchor, emptyText }: OptionsProps) {
  const [root, setRoot] = useState<HTMLDivElement | null>(null);
  return (
    <div ref={setRoot} className={popup.root}>
      <Combobox.Portal container={root}>
        <Combobox.Positioner {...IN_WINDOW} className={popup.place} anchor={anchor} align="start">
          <Combobox.Popup className={joinClasses(popup.popup, styles.options)}>
            {emptyText !== undefined && <Combobox.Empty className={styles.empty}>{emptyText}</Combobox.Empty>}
            <Combobox.List>
              {(option: Option) => (
                <Combobox.Item key={option.value} value={option} className={styles.option}>
                  <Combobox.ItemIndicator>
                    <Check size={12} aria-hidden />
                  </Combobox.ItemIndicator>
                  {option.label}
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </div>
  );
}
