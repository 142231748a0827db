import { Menu as MantineMenu } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';

interface MenuProps {
  /** A button of the kit. */
  trigger: ReactElement;
  /** The edge of the trigger the menu starts at. */
  align?: 'start' | 'end';
  widthPx: number;
  /** False if an item moves the focus itself. */
  returnsFocus?: boolean;
  /** Positions the menu outside a scrolling container that would clip it. */
  isFixed?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  children: ReactNode;
}

export function Menu(props: MenuProps) {
  const { trigger, align = 'end', widthPx, returnsFocus = true, isFixed, onOpenChange, children } = props;
  return (
    <MantineMenu
      position={`bottom-${align}`}
      width={widthPx}
      onChange={onOpenChange}
      returnFocus={returnsFocus}
      floatingStrategy={isFixed ? 'fixed' : 'absolute'}
    >
      <MantineMenu.Target>{trigger}</MantineMenu.Target>
      <MantineMenu.Dropdown>{children}</MantineMenu.Dropdown>
    </MantineMenu>
  );
}

interface MenuItemProps {
  icon: LucideIcon;
  isDanger?: boolean;
  disabled?: boolean;
  title?: string | undefined;
  onSelect: (() => void) | undefined;
  children: ReactNode;
}

export const MenuItem = ({
  icon: Icon,
  isDanger = false,
  disabled,
  title,
  onSelect,
  children,
}: MenuItemProps) => (
  <MantineMenu.Item
    {...(isDanger && { color: 'red' })}
    leftSection={<Icon size={14} />}
    disabled={disabled}
    title={title}
    onClick={onSelect}
  >
    {children}
  </MantineMenu.Item>
);

/** Text below the items. */
export const MenuNote = ({ children }: { children: ReactNode }) => (
  <MantineMenu.Label>{children}</MantineMenu.Label>
);

export const MenuDivider = () => <MantineMenu.Divider />;

interface MenuRadioItemsProps<T extends string> {
  options: readonly { value: T; label: string }[];
  value: T;
  onChange: (value: T) => void;
}

/** Items of which one is checked. */
export function MenuRadioItems<T extends string>({ options, value, onChange }: MenuRadioItemsProps<T>) {
  function choose(next: string): void {
    const chosen = options.find((option) => option.value === next);
    if (chosen) onChange(chosen.value);
  }
  return (
    <MantineMenu.RadioGroup value={value} onChange={choose}>
      {options.map((option) => (
        <MantineMenu.RadioItem key={option.value} value={option.value}>
          {option.label}
        </MantineMenu.RadioItem>
      ))}
    </MantineMenu.RadioGroup>
  );
}
