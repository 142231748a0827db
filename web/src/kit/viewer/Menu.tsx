import { Check } from 'lucide-react';
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { IconButton } from '../IconButton.tsx';
import styles from './Menu.module.css';

export interface MenuItem {
  label: string;
  /** Shown instead of the label, which is then its name. */
  icon?: ReactNode;
  /** An item of a radio group, or a switch. */
  kind?: 'radio' | 'switch';
  isOn?: boolean;
  isFinal?: boolean;
  /** A download or a page in a new tab, instead of an action. */
  href?: string;
  opensTab?: boolean;
  onSelect?: () => void;
}

export interface MenuGroup {
  /** Heading of the group. */
  title?: string;
  items: MenuItem[];
}

const ROLES = { radio: 'menuitemradio', switch: 'menuitemcheckbox' } as const;
const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
const ROW_STEPS: Record<string, number> = { ...STEPS, ArrowRight: 1, ArrowLeft: -1 };

const IN_ANOTHER_TAB = { target: '_blank', rel: 'noopener' };
const AS_A_FILE = { download: true };

function Item({ item, onDone }: { item: MenuItem; onDone: () => void }) {
  const { label, icon, kind, isOn = false, isFinal, href, opensTab, onSelect } = item;
  if (href !== undefined) {
    const way = opensTab ? IN_ANOTHER_TAB : AS_A_FILE;
    return (
      <a role="menuitem" tabIndex={-1} className={styles.item} href={href} {...way} onClick={onDone}>
        {label}
      </a>
    );
  }
  return (
    <button
      type="button"
      role={kind ? ROLES[kind] : 'menuitem'}
      tabIndex={-1}
      className={`${styles.item} ${isFinal ? styles.final : ''}`}
      {...(kind && { 'aria-checked': isOn })}
      {...(icon !== undefined && { 'aria-label': label, title: label })}
      onClick={() => {
        onDone();
        onSelect?.();
      }}
    >
      {icon ?? label}
      {kind && isOn && icon === undefined && <Check size={14} />}
    </button>
  );
}

const itemsIn = (place: HTMLElement | null) => [
  ...(place?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? []),
];

interface MenuProps {
  label: string;
  icon: ReactNode;
  groups: MenuGroup[];
  /** Its items are beside each other. */
  isRow?: boolean;
}

export function Menu({ label, icon, groups, isRow = false }: MenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const id = useId();

  useEffect(() => {
    if (isOpen) itemsIn(place.current)[0]?.focus();
  }, [isOpen]);

  function close(): void {
    setIsOpen(false);
    trigger.current?.focus();
  }

  function press(event: KeyboardEvent): void {
    if (!isOpen) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      close();
    }
    const by = (isRow ? ROW_STEPS : STEPS)[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const all = itemsIn(place.current);
    const at = all.findIndex((item) => item === document.activeElement);
    all[(at + by + all.length) % all.length]?.focus();
  }

  function leave({ relatedTarget }: FocusEvent): void {
    if (!place.current?.contains(relatedTarget)) setIsOpen(false);
  }

  return (
    <div ref={place} className={styles.place} onBlur={leave}>
      <IconButton
        ref={trigger}
        label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        {icon}
      </IconButton>
      {isOpen && (
        <div
          id={id}
          role="menu"
          tabIndex={-1}
          aria-label={label}
          className={styles.menu}
          data-row={isRow}
          aria-orientation={isRow ? 'horizontal' : 'vertical'}
          onKeyDown={press}
        >
          {groups.map(({ title, items: grouped }) => (
            <fieldset key={grouped[0]?.label} className={styles.group} aria-label={title}>
              {title && <div className={styles.title}>{title}</div>}
              {grouped.map((item) => (
                <Item key={item.label} item={item} onDone={close} />
              ))}
            </fieldset>
          ))}
        </div>
      )}
    </div>
  );
}
