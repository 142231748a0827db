import { expect, test } from 'vitest';
import { isSourcePage } from './sourcePage.ts';

test.for([
  '<link rel="icon" href="%PUBLIC_URL%/favicon.ico"><div id="root"></div>',
  '<link rel="icon" href="<%= BASE_URL %>favicon.ico">',
  '---\nlayout: home\n---\n<h1>{{ page.title }}</h1>',
  '<script type="module" src="/src/main.tsx"></script>',
  '<body><div id="app"></div></body>',
])('%s is the source of a build', (html) => {
  expect(isSourcePage(html)).toBe(true);
});

test.for([
  '<h1>Home</h1>',
  '<div id="root"></div><script src="/assets/index-4fd2.js"></script>',
  '<div id="app"><h1>Home</h1></div>',
  '<script src="src/app.js"></script>',
])('%s is finished', (html) => {
  expect(isSourcePage(html)).toBe(false);
});
