import path from 'node:path';

/** Environment in which Linux programs find only the fonts of `tests/fonts/{name}.conf`. */
export const fontEnvironment = (name: 'dejavu' | 'narrow') => ({
  ...(process.env as Record<string, string>),
  FONTCONFIG_FILE: path.join(import.meta.dirname, `../fonts/${name}.conf`),
});
