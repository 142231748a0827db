import { useMantineColorScheme } from '@mantine/core';

export const COLOR_SCHEMES = ['auto', 'light', 'dark'] as const;
export type ColorScheme = (typeof COLOR_SCHEMES)[number];

interface ColorSchemeSetting {
  colorScheme: ColorScheme;
  setColorScheme: (colorScheme: ColorScheme) => void;
}

export const useColorScheme = (): ColorSchemeSetting => useMantineColorScheme();
