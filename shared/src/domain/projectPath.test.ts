import { expect, test } from 'vitest';
import { projectPath } from './projectPath.ts';

test.each([
  ['src/App.tsx', 'src/App.tsx'],
  ['./src/App.tsx', 'src/App.tsx'],
  ['App.vue', 'App.vue'],
  ['/Users/ada/work/shop/src/App.tsx', 'src/App.tsx'],
  ['/home/app/src/shop/src/pages/Home.vue', 'src/pages/Home.vue'],
  ['C:\\Users\\Ada\\shop\\src\\App.svelte', 'src/App.svelte'],
  ['c:/Users/Ada/shop/app/page.tsx', 'app/page.tsx'],
  ['/Users/ada/shop/packages/ui/src/Button.tsx', 'packages/ui/src/Button.tsx'],
  ['/home/ada/apps/clients/2026/shop/src/App.tsx', 'src/App.tsx'],
  ['../../src/App.tsx', 'src/App.tsx'],
  ['Users/ada/work/shop/src/App.svelte', 'src/App.svelte'],
  ['home/Header.vue', 'home/Header.vue'],
  ['../../components/Home.jsx', 'components/Home.jsx'],
  ['../../../packages/ui/src/Button.tsx', 'packages/ui/src/Button.tsx'],
  ['webpack://shop/./src/App.tsx', 'src/App.tsx'],
  ['webpack-internal:///./src/App.tsx?1a2b', 'src/App.tsx'],
  ['webpack-internal:///(app-pages-browser)/./src/app/page.tsx', 'src/app/page.tsx'],
  ['turbopack://[project]/src/app/page.tsx', 'src/app/page.tsx'],
  ['http://localhost:5173/src/App.tsx?t=1700000000', 'src/App.tsx'],
  ['file:///Users/ada/shop/src/App.tsx', 'src/App.tsx'],
  ['/@fs/Users/ada/shop/src/App.tsx', 'src/App.tsx'],
  ['/src/App.tsx', 'src/App.tsx'],
])('%s is %s in its project', (given, path) => {
  expect(projectPath(given)).toEqual({ path, isWhole: true });
});

test.each([
  ['/Users/ada/shop/App.vue', 'App.vue'],
  ['D:\\secret client\\index.html', 'index.html'],
  ['~/shop/main.js', 'main.js'],
  ['Users/ada/shop/App.svelte', 'App.svelte'],
])('of %s, whose project is not known, only %s is left', (given, path) => {
  expect(projectPath(given)).toEqual({ path, isWhole: false });
});

test.each([
  '',
  '/',
  'src',
  '/Users/ada/shop/node_modules/react-dom/index.js',
  'node_modules/.vite/deps/vue.js',
  'src/A\u0000pp.tsx',
  'webpack/bootstrap.js',
  'src/../../App.tsx',
])('%j is no file of the project', (given) => {
  expect(projectPath(given)).toBeNull();
});
