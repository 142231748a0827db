import { type KeyboardEvent, useRef } from 'react';
import styles from './Tabs.module.css';

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

interface TabsProps<Name extends string> {
  /** Id of the tabs; their panel has the id `{id}-panel`. */
  id: string;
  label: string;
  panels: readonly { name: Name; title: string }[];
  shown: Name;
  onShow: (panel: Name) => void;
}

export function Tabs<Name extends string>({ id, label, panels, shown, onShow }: TabsProps<Name>) {
  const list = useRef<HTMLDivElement>(null);

  function step(event: KeyboardEvent): void {
    const by = STEPS[event.key];
    const at = panels.findIndex(({ name }) => name === shown);
    const next = by && panels[(at + by + panels.length) % panels.length];
    if (!next) return;
    event.preventDefault();
    onShow(next.name);
    list.current?.querySelector<HTMLElement>(`[data-panel='${next.name}']`)?.focus();
  }

  return (
    <div ref={list} className={styles.tabs} role="tablist" aria-label={label}>
      {panels.map(({ name, title }) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`${id}-${name}`}
          className={styles.tab}
          data-panel={name}
          aria-selected={name === shown}
          aria-controls={`${id}-panel`}
          tabIndex={name === shown ? 0 : -1}
          onClick={() => onShow(name)}
          onKeyDown={step}
        >
          {title}
        </button>
      ))}
    </div>
  );
}
