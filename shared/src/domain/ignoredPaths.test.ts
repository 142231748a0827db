import { describe, expect, test } from 'vitest';
import { isAlwaysIgnored } from './ignoredPaths.ts';

describe('what is never staged', () => {
  test.each([
    '.env',
    '.ENV',
    '.env.production',
    '.env.example',
    '.envrc',
    'api/.env.local/notes.txt',
    '.dev.vars',
    '.dev.vars.production',
    '.npmrc',
    'keys/id_rsa',
    'keys/ID_RSA',
    'Server.PEM',
    '.git/config',
    'site/.Git/config',
    'node_modules/react/index.js',
    '__MACOSX/site/._index.html',
    'a/b/.DS_Store',
    'thumbs.db',
    '.stagelinkignore',
    'npm-debug.log',
    'index.html~',
    'css/#app.css#',
    'index.html.orig',
    '.#index.html',
  ])('%s', (path) => {
    expect(isAlwaysIgnored(path)).toBe(true);
  });

  test.each([
    'index.html',
    '.well-known/security.txt',
    '.nojekyll',
    '_next/static/env.js',
    'env/index.html',
    '#anchors/index.html',
    'original.html',
    'a.tmp.js',
    'my.env.html',
    'git/config',
    'docs/id_rsa.html',
    'pem.html',
    '.vitepress/dist/index.html',
    '.output/public/index.html',
    'products/4913/index.html',
    'products/4913',
    'v1.orig/index.html',
    'backup~/index.html',
  ])('not %s', (path) => {
    expect(isAlwaysIgnored(path)).toBe(false);
  });
});
