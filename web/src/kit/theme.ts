import {
  createTheme,
  defaultVariantColorsResolver,
  localStorageColorSchemeManager,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';
import { IN_WINDOW } from './overlayPlacement.ts';
import { t } from '../lib/commonCopy.ts';

// The values are in theme.css; this file assigns them to components.

/** Same key as in public/colorScheme.js, which runs first. */
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

/** Mantine computes contrast for its own palette; ours is text on background and its reverse. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  const isDanger = input.color === 'red';
  if (input.variant === 'filled') {
    return { ...colors, color: isDanger ? 'var(--on-danger)' : 'var(--on-action)' };
  }
  if (input.variant === 'subtle' || input.variant === 'transparent') {
    const hover = isDanger ? 'var(--danger-soft)' : 'var(--hover)';
    const color = isDanger ? 'var(--danger)' : 'var(--text)';
    return { ...colors, color, hoverColor: color, hover: input.variant === 'subtle' ? hover : 'transparent' };
  }
  return colors;
};

const closeButton = { 'aria-label': t('close') };
/** theme.css locks scrolling while an element with `data-stagelink-dialog` is open. */
const dialog = {
  lockScroll: false,
  closeButtonProps: closeButton,
  overlayProps: { backgroundOpacity: 0.4 },
  transitionProps: { duration: 140 },
  'data-stagelink-dialog': true,
} as const;

/** A `<header>` in a dialog would be a second banner landmark. */
const dialogHeader = { role: 'presentation' };

/** Dialogs have z-index 200; overlays opened inside a dialog are in its stacking context. */
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
  // Plain objects instead of `Modal.extend`, which would load every component named here with the first
  // page.
  components: {
    ActionIcon: { defaultProps: { variant: 'subtle' } },
    Alert: { defaultProps: { closeButtonLabel: t('close') } },
    Button: { defaultProps: { loaderProps: { type: 'dots' } } },
    Checkbox: { defaultProps: { radius: 4, iconColor: 'var(--on-action)' } },
    CloseButton: { defaultProps: closeButton },
    Drawer: { defaultProps: dialog },
    DrawerHeader: { defaultProps: dialogHeader },
    // Inside the page's landmarks, with menu items as the only children: axe requires both.
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
    // Menus too. If it hid when its button scrolled away, it would lose the focus and Escape.
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
