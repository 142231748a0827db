import { expect, test } from 'vitest';
import { isFingerprinted } from './fingerprints.ts';

test.each([
  'assets/index-B1xQ9zKa.js',
  'assets/index-Dq3_x-9Z.css',
  'assets/index-B1xQ9zKa.js.map',
  'assets/logo-CbHGx12a.svg',
  'static/js/main.2c1f4e8b.js',
  'static/js/787.05a3b1f2.chunk.js',
  'static/media/logo.6ce24c58023cc2f8fd88fe9d219db6c6.svg',
  'main.0a1b2c3d4e5f.js',
  'index.8bf3c1d2.css',
  '_next/static/chunks/page-0a1b2c3d4e5f6a7b.js',
  '_next/static/css/3e4f5a6b7c8d9e0f.css',
  'assets/chunk-5RZ3XKQO.js',
  '_astro/about.DmY3x9Za.css',
  'styles-3e4f5a6b7c8d9e0f.css',
  'img/6ce24c58023cc2f8fd88fe9d219db6c6.png',
])('%s is named by its content', (path) => {
  expect(isFingerprinted(path)).toBe(true);
});

test.each([
  'index.html',
  'assets/page-B1xQ9zKa.html',
  'app.js',
  'jquery-3.7.1.min.js',
  'bootstrap.bundle.min.js',
  'assets/photo-DSC01234.jpg',
  'assets/slide-Chapter2.png',
  'photos/IMG_20261121.jpg',
  'css/font-awesome-20261121.css',
  'report-20261121.pdf',
  'assets/index-HTMLView.js',
  'assets/my-component.js',
  'assets/index-abcdefgh.js',
  'face2024.js',
  'deadbeef.js',
  'my-decade10.css',
  'slide-2ndDraft.png',
  'B1xQ9zKa/app.js',
  'user-B1xQ9zKa.js',
  'data/64b7f9c2e4b0a1d2c3e4f5a6.json',
  'api/users/3f2504e0-4f89-11d3-9a0c-0305e82c3301.json',
  'assets/items-64b7f9c2e4b0a1d2c3e4f5a6.json',
  'static/feed.2c1f4e8b.xml',
  'static/notes.2c1f4e8b.txt',
  'static/table.2c1f4e8b.CSV',
  'img/3f2504e0-4f89-11d3-9a0c-0305e82c3301.png',
  'img/user-3F2504E0-4F89-11D3-9A0C-0305E82C3301.png',
  'users/64b7f9c2e4b0a1d2c3e4f5a6.png',
  '64b7f9c2e4b0a1d2c3e4f5a6.js',
])('%s may change under its name', (path) => {
  expect(isFingerprinted(path)).toBe(false);
});
