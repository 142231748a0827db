import { type ComponentProps, type ComponentType, lazy, type ReactNode, useState } from 'react';
import { LazyPart } from './LazyPart.tsx';
import type * as Popup from './popups/MenuPopup.tsx';
import { type TriggerButton, useTrigger } from './popups/useTrigger.ts';

// A menu is opened by few of the people who see its button: all but the button loads when that is reached.
let loaded: typeof Popup | undefined;

async function load(): Promise<typeof Popup> {
  loaded = await import('./popups/MenuPopup.tsx');
  return loaded;
}

/**
 * A component of the code that loads late. Unlike one of `lazy`, it never suspends once that code is there: an item that
 * appears in an open menu would hide the menu and end its effects.
 */
function late<Props extends object>(pick: (popup: typeof Popup) => ComponentType<Props>) {
  const Late = lazy(async () => ({ default: pick(await load()) })) as ComponentType<Props>;
  return function Part(props: Props) {
    const [Component] = useState(() => (loaded ? pick(loaded) : Late));
    return <Component {...props} />;
  };
}

const MenuPopup = late((popup) => popup.MenuPopup);

export const MenuItem = late((popup) => popup.MenuItem);
export const MenuLink = late((popup) => popup.MenuLink);
export const MenuSwitch = late((popup) => popup.MenuSwitch);
export const MenuGroup = late((popup) => popup.MenuGroup);
export const MenuNote = late((popup) => popup.MenuNote);
export const MenuDivider = late((popup) => popup.MenuDivider);
const RadioItems = late((popup) => popup.MenuRadioItems);

interface MenuProps {
  trigger: TriggerButton;
  /** The edge of the trigger the menu starts at. */
  align?: 'start' | 'end';
  /** Omitted if the menu is as wide as its items. */
  widthPx?: number;
  /** False if an item moves the focus itself. */
  returnsFocus?: boolean;
  /** Its items are beside each other. */
  isRow?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  children: ReactNode;
}

export function Menu(props: MenuProps) {
  const {
    trigger,
    align = 'end',
    widthPx,
    returnsFocus = true,
    isRow = false,
    onOpenChange,
    children,
  } = props;
  const { trigger: button, popup } = useTrigger(trigger, { kind: 'menu', load, onOpenChange });
  return (
    <>
      {button}
      {popup && (
        <LazyPart>
          <MenuPopup {...popup} {...{ align, widthPx, returnsFocus, isRow }}>
            {children}
          </MenuPopup>
        </LazyPart>
      )}
    </>
  );
}

interface MenuRadioItemsProps<T extends string> extends Omit<
  ComponentProps<typeof Popup.MenuRadioItems>,
  'options' | 'onChange'
> {
  options: readonly { value: T; label: string }[];
  value: T;
  onChange: (value: T) => void;
}

/** Items of which one is checked. */
export function MenuRadioItems<T extends string>({ options, onChange, ...rest }: MenuRadioItemsProps<T>) {
  function choose(next: string): void {
    const chosen = options.find((option) => option.value === next);
    if (chosen) onChange(chosen.value);
  }
  return <RadioItems {...rest} options={options} onChange={choose} />;
}
