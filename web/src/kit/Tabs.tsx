import { Tabs as Base } from '@base-ui/react/tabs';
import styles from './Tabs.module.css';

interface TabsProps<Name extends string> {
  /** Id of the tabs; their panel has the id `{id}-panel`. */
  id: string;
  label: string;
  panels: readonly { name: Name; title: string }[];
  shown: Name;
  onShow: (panel: Name) => void;
}

/** The tabs of one panel, which the caller renders. */
export const Tabs = <Name extends string>({ id, label, panels, shown, onShow }: TabsProps<Name>) => (
  <Base.Root value={shown} onValueChange={onShow} className={styles.root}>
    <Base.List className={styles.tabs} aria-label={label} activateOnFocus>
      {panels.map(({ name, title }) => (
        <Base.Tab
          key={name}
          value={name}
          id={`${id}-${name}`}
          className={styles.tab}
          aria-controls={`${id}-panel`}
        >
          {title}
        </Base.Tab>
      ))}
    </Base.List>
  </Base.Root>
);
