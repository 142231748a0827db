import { storedSetting } from '../lib/storedSetting.ts';

export const COLOR_SCHEMES = ['auto', 'light', 'dark'] as const;
export type ColorScheme = (typeof COLOR_SCHEMES)[number];

interface ColorSchemeSetting {
  colorScheme: ColorScheme;
  setColorScheme: (colorScheme: ColorScheme) => void;
}

/** Same key as in public/colorScheme.js, which also follows the system and other tabs. */
const setting = storedSetting('color-scheme');

function show(scheme: ColorScheme): void {
  const isDark =
    scheme === 'dark' || (scheme === 'auto' && window.matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset['colorScheme'] = isDark ? 'dark' : 'light';
}

function setColorScheme(scheme: ColorScheme): void {
  show(scheme);
  setting.write(scheme);
}

export function useColorScheme(): ColorSchemeSetting {
  const stored = setting.useValue();
  return { colorScheme: COLOR_SCHEMES.find((scheme) => scheme === stored) ?? 'auto', setColorScheme };
}
