import type { CSSOptions } from 'vite';

/**
 * Lets the fonts that a page preloads show only if they arrive before its first paint: a font that arrives later would
 * move what the page shows already. The next page has it in its cache.
 */
export const preloadedFonts = (...families: string[]): CSSOptions['postcss'] => ({
  plugins: [
    {
      postcssPlugin: 'preloaded-fonts',
      AtRule: {
        'font-face': (face) => {
          let family = '';
          face.walkDecls('font-family', ({ value }) => {
            family = value.replaceAll(/['"]/g, '');
          });
          if (!families.includes(family)) return;
          face.walkDecls('font-display', (display) => {
            if (display.value !== 'optional') display.value = 'optional';
          });
        },
      },
    },
  ],
});
