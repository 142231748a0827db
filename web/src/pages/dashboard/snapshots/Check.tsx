import styles from './Check.module.css';

export type Checked = 'all' | 'some' | 'none';

interface CheckProps {
  /** Where no `label` element around it says what it is for. */
  label?: string;
  checked: Checked;
  tabIndex?: number;
  onToggle: (isShifted: boolean) => void;
}

/** A plain checkbox: there is one in every row, and rows are made while the list is scrolled. */
export function Check({ label, checked, tabIndex = 0, onToggle }: CheckProps) {
  return (
    <input
      type="checkbox"
      className={styles.check}
      aria-label={label}
      tabIndex={tabIndex}
      checked={checked === 'all'}
      ref={(input) => {
        if (input) input.indeterminate = checked === 'some';
      }}
      // A change that was made with a click, or with the space bar, which is a click to the browser.
      onChange={({ nativeEvent }) => onToggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
    />
  );
}
