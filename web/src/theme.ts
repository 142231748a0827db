import {
  createTheme,
  defaultVariantColorsResolver,
  localStorageColorSchemeManager,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';
import { IN_WINDOW } from './ui/inWindow.ts';
import { t } from './words/common.ts';

// The numbers live in theme.css; this file says which of them each component wears.

/** The same key as in public/colorScheme.js, which runs before anything else. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'stagelink-color-scheme' });

const ink: MantineColorsTuple = [
  '#faf9f7',
  '#f3f1ed',
  '#e6e3de',
  '#cdc9c1',
  '#9aa0a8',
  '#5c6169',
  '#33363b',
  '#24272c',
  '#17191c',
  '#0f1114',
];

/** Mantine's contrast is worked out for its own palette; ours is ink on house and its reverse. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  const isDanger = input.color === 'red';
  if (input.variant === 'filled') {
    return { ...colors, color: isDanger ? 'var(--on-danger)' : 'var(--on-action)' };
  }
  if (input.variant === 'subtle' || input.variant === 'transparent') {
    const hover = isDanger ? 'var(--danger-soft)' : 'var(--hover)';
    const color = isDanger ? 'var(--danger)' : 'var(--ink)';
    return { ...colors, color, hoverColor: color, hover: input.variant === 'subtle' ? hover : 'transparent' };
  }
  return colors;
};

const closeButton = { 'aria-label': t('close') };
/** `data-stagelink-dialog` is how theme.css knows to hold the page still. */
const dialog = {
  lockScroll: false,
  closeButtonProps: closeButton,
  overlayProps: { backgroundOpacity: 0.4 },
  transitionProps: { duration: 140 },
  'data-stagelink-dialog': true,
} as const;

/** A `<header>` in a dialog would be a second banner beside the top bar. */
const dialogHeader = { role: 'presentation' };

/** A dialog and its veil are at 200; what hangs from a button inside of one lies in its layer. */
const BELOW_DIALOGS = 190;

export const theme = createTheme({
  primaryColor: 'ink',
  primaryShade: 8,
  colors: { ink },
  variantColorResolver,
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  headings: { fontFamily: 'var(--font)', fontWeight: '600' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Plain objects and not `Modal.extend`, which would load every component named here with the first page.
  components: {
    ActionIcon: { defaultProps: { variant: 'subtle' } },
    Alert: { defaultProps: { closeButtonLabel: t('close') } },
    Button: { defaultProps: { loaderProps: { type: 'dots' } } },
    Checkbox: { defaultProps: { radius: 4, iconColor: 'var(--on-action)' } },
    CloseButton: { defaultProps: closeButton },
    Drawer: { defaultProps: dialog },
    DrawerHeader: { defaultProps: dialogHeader },
    // Inside the page's landmarks, and with menu items as the only children: both are what axe asks for.
    Menu: {
      defaultProps: {
        shadow: 'md',
        withinPortal: false,
        withInitialFocusPlaceholder: false,
        transitionProps: { duration: 120 },
        middlewares: IN_WINDOW,
      },
    },
    ModalHeader: { defaultProps: dialogHeader },
    Modal: { defaultProps: { ...dialog, padding: 24, centered: true, radius: 'lg' } },
    Notification: { defaultProps: { closeButtonProps: closeButton, withBorder: true } },
    // Menus too. Hidden once its button is scrolled away, it would lose the focus, and Escape with it.
    Popover: {
      defaultProps: {
        shadow: 'md',
        withinPortal: false,
        hideDetached: false,
        zIndex: BELOW_DIALOGS,
        transitionProps: { duration: 120 },
      },
    },
    Radio: { defaultProps: { iconColor: 'var(--on-action)' } },
    Tooltip: { defaultProps: { openDelay: 400, events: { hover: true, focus: true, touch: false } } },
  },
});
