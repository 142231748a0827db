import { defineCopy } from '../../lib/copy.ts';

export const t = defineCopy({
  context: 'Context',
  route: 'Address',
  viewport: 'Viewport',
  viewportValue: '{{width}} × {{height}}',
  html: 'HTML',
  browser: 'Browser',
  element: 'Element',
});
