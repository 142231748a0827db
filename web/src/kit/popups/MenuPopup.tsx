import { Menu } from '@base-ui/react/menu';
import { Check, type LucideIcon } from 'lucide-react';
import { createContext, type ReactNode, use, useEffect, useRef, useState } from 'react';
import { joinClasses } from '../joinClasses.ts';
import styles from './MenuPopup.module.css';
import { IN_WINDOW, type PopupProps } from './placement.ts';
import popup from './Popup.module.css';

/** Called before an item acts. */
const LeaveContext = createContext<() => void>(() => undefined);

/** Starts on the first item, also when the menu was opened with the mouse. */
function Items({ isRow, children }: { isRow: boolean; children: ReactNode }) {
  const items = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Not at once: the menu first notes where the focus returns to.
    const frame = requestAnimationFrame(() =>
      items.current?.querySelector<HTMLElement>('[role^="menuitem"]')?.focus({ preventScroll: true }),
    );
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <div ref={items} role="presentation" className={isRow ? styles.row : undefined}>
      {children}
    </div>
  );
}

interface MenuPopupProps extends PopupProps {
  align: 'start' | 'end';
  widthPx?: number | undefined;
  returnsFocus: boolean;
  isRow: boolean;
  children: ReactNode;
}

export function MenuPopup(props: MenuPopupProps) {
  const { id, triggerId, isOpen, onOpenChange, align, widthPx, returnsFocus, isRow, children } = props;
  const [root, setRoot] = useState<HTMLDivElement | null>(null);
  const trigger = () => document.getElementById(triggerId);
  // What an item opens returns the focus to what has it then; the item is gone by that time.
  const leave = () => (returnsFocus ? trigger()?.focus() : undefined);
  return (
    <div ref={setRoot} className={popup.root}>
      <Menu.Root
        open={isOpen}
        onOpenChange={onOpenChange}
        modal={false}
        orientation={isRow ? 'horizontal' : 'vertical'}
      >
        <Menu.Portal container={root}>
          <Menu.Positioner {...IN_WINDOW} className={popup.place} anchor={trigger} align={align}>
            <Menu.Popup
              id={id}
              aria-labelledby={triggerId}
              className={joinClasses(popup.popup, styles.menu)}
              style={{ width: widthPx }}
              finalFocus={returnsFocus}
            >
              <LeaveContext value={leave}>
                <Items isRow={isRow}>{children}</Items>
              </LeaveContext>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </div>
  );
}

export interface MenuItemProps {
  icon?: LucideIcon;
  isDanger?: boolean;
  disabled?: boolean | undefined;
  title?: string | undefined;
  onSelect: (() => void) | undefined;
  children: ReactNode;
}

export function MenuItem({ icon: Icon, isDanger = false, onSelect, children, ...rest }: MenuItemProps) {
  const leave = use(LeaveContext);
  return (
    <Menu.Item
      {...rest}
      className={joinClasses(styles.item, isDanger && styles.danger)}
      onClick={() => {
        leave();
        onSelect?.();
      }}
    >
      {Icon && <Icon size={14} />}
      {children}
    </Menu.Item>
  );
}

export interface MenuLinkProps {
  href: string;
  /** Otherwise it downloads a file. */
  opensTab?: boolean;
  children: ReactNode;
}

/** A download or a page in a new tab. */
export function MenuLink({ href, opensTab = false, children }: MenuLinkProps) {
  const way = opensTab ? { target: '_blank', rel: 'noopener' } : { download: true };
  return (
    <Menu.LinkItem {...way} href={href} closeOnClick className={styles.item}>
      {children}
    </Menu.LinkItem>
  );
}

export interface MenuSwitchProps {
  label: string;
  /** Shown instead of the label. */
  icon?: ReactNode;
  isOn: boolean;
  onSelect: () => void;
}

export function MenuSwitch({ label, icon, isOn, onSelect }: MenuSwitchProps) {
  const leave = use(LeaveContext);
  return (
    <Menu.CheckboxItem
      closeOnClick
      label={label}
      {...(icon !== undefined && { 'aria-label': label, title: label })}
      className={joinClasses(styles.item, styles.switch)}
      checked={isOn}
      onClick={leave}
      onCheckedChange={onSelect}
    >
      {icon ?? label}
      {icon === undefined && isOn && <Check size={14} />}
    </Menu.CheckboxItem>
  );
}

export interface MenuGroupProps {
  title?: string | undefined;
  children: ReactNode;
}

/** Items between lines, with a heading if it has a title. */
export const MenuGroup = ({ title, children }: MenuGroupProps) => (
  <Menu.Group className={styles.group}>
    {title !== undefined && <Menu.GroupLabel className={styles.title}>{title}</Menu.GroupLabel>}
    {children}
  </Menu.Group>
);

interface MenuRadioItemsProps {
  title?: string | undefined;
  options: readonly { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
}

/** Items of which one is checked. */
export function MenuRadioItems({ title, options, value, onChange }: MenuRadioItemsProps) {
  const leave = use(LeaveContext);
  return (
    <Menu.RadioGroup className={styles.group} value={value} onValueChange={onChange}>
      {title !== undefined && <Menu.GroupLabel className={styles.title}>{title}</Menu.GroupLabel>}
      {options.map((option) => (
        <Menu.RadioItem
          key={option.value}
          value={option.value}
          closeOnClick
          className={styles.item}
          onClick={leave}
        >
          <span className={styles.check}>{option.value === value && <Check size={14} />}</span>
          {option.label}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}

/** Text between or below the items. */
export const MenuNote = ({ children }: { children: ReactNode }) => (
  <div className={styles.note}>{children}</div>
);

export const MenuDivider = () => <Menu.Separator className={styles.divider} />;
