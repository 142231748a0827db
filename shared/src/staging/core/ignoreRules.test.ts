import { describe, expect, test } from 'vitest';
import { ignoreRules } from './ignoreRules.ts';

describe('what is left out of every folder', () => {
  test.each([
    '.env',
    '.ENV',
    '.env.production',
    'prod.env',
    'api/.env.local/notes.txt',
    '.mcp.json',
    '.cursor/mcp.json',
    '.docker/config.json',
    '.bash_history',
    '.nojekyll',
    '.output/public/index.html',
    '.git/config',
    'terraform.tfstate',
    'terraform.tfstate.backup',
    'server.ppk',
    'AuthKey.p8',
    'db.sqlite',
    'data/shop.sqlite3-wal',
    'shop.db',
    'keys/ID_RSA',
    'Server.PEM',
    'node_modules/react/index.js',
    'assets/.cache/a.js',
    'npm-debug.log',
  ])('%s', (path) => {
    expect(ignoreRules()(path)).toBe('default');
  });

  test.each([
    ['index.html~', 'editor'],
    ['css/#app.css#', 'editor'],
    ['index.html.orig', 'editor'],
    ['.#index.html', 'editor'],
    ['.index.html.swp', 'editor'],
    ['.stagelinkignore', 'system'],
    ['__MACOSX/site/._index.html', 'system'],
    ['a/b/.DS_Store', 'system'],
    ['thumbs.db', 'system'],
  ])('%s, which is from the %s', (path, exclusion) => {
    expect(ignoreRules()(path)).toBe(exclusion);
  });

  test.each([
    'index.html',
    '.well-known/security.txt',
    '_next/static/env.js',
    'env/index.html',
    '#anchors/index.html',
    'original.html',
    'a.tmp.js',
    'my.env.html',
    'git/config',
    'docs/id_rsa.html',
    'id_rsa.pub',
    'pem.html',
    'products/4913/index.html',
    'v1.orig/index.html',
    'backup~/index.html',
    'assets/node_modules/@expo/icons/font.ttf',
    'app/assets/__node_modules/.pnpm/expo@1/node_modules/expo/arrow.png',
  ])('not %s', (path) => {
    expect(ignoreRules()(path)).toBeNull();
  });
});

test('what a file named like a key holds decides about it, unless an ignore file brings it back', () => {
  const rules = ignoreRules([{ prefix: '', text: '!public.key\n' }], {
    isKey: (path) => path !== 'talk.key',
    has: () => false,
  });
  expect(['tls.key', 'talk.key', 'public.key'].map(rules)).toEqual(['default', null, null]);
});

describe('ignore files', () => {
  const PROJECT = { prefix: 'dist/', text: '*.map\n/dist/drafts/\n/src\n!.claude\n' };
  const OUTPUT = { prefix: '', text: '/private.html\n!.data\n!kept.map\n' };

  test.each([
    ['index.html', null],
    ['app.js.map', 'project'],
    ['assets/app.js.map', 'project'],
    ['assets/kept.map', null],
    ['drafts/', 'project'],
    ['drafts/index.html', 'project'],
    ['src/index.html', null],
    ['private.html', 'project'],
    ['a/private.html', null],
    ['.git/config', 'default'],
    ['.claude/settings.json', null],
    ['a/.data/list.json', null],
    ['.data/.env', 'default'],
  ])('of a project and its output decide about %s: %s', (path, exclusion) => {
    expect(ignoreRules([PROJECT, OUTPUT])(path)).toBe(exclusion);
  });

  test.each(['.vuepress/dist/', 'my [site]/out/'])(
    'the names of the folders around %s do not count',
    (prefix) => {
      const rules = ignoreRules([
        { prefix, text: '*.map\n' },
        { prefix: '', text: '/a.html\n' },
      ]);
      expect(['index.html', 'a.map', '.env', 'a.html'].map(rules)).toEqual([
        null,
        'project',
        'default',
        'project',
      ]);
    },
  );
});
