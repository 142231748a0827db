import { expect, test } from 'vitest';
import { fingerprintOf } from './fingerprints.ts';

test.each([
  ['assets/index-B1xQ9zKa.js', 'B1xQ9zKa'],
  ['assets/index-Dq3_x-9Z.css', 'Dq3_x-9Z'],
  ['static/js/main.2c1f4e8b.js', '2c1f4e8b'],
  ['static/js/787.05a3b1f2.chunk.js', '05a3b1f2'],
  ['static/media/logo.6ce24c58023cc2f8fd88fe9d219db6c6.svg', '6ce24c58023cc2f8fd88fe9d219db6c6'],
  ['main.0a1b2c3d4e5f.js', '0a1b2c3d4e5f'],
  ['main.8a7b6c5d.js', '8a7b6c5d'],
  ['main-5RZ3XKQO.js', '5RZ3XKQO'],
  ['styles-5INURTSO.css', '5INURTSO'],
  ['_next/static/chunks/page-0a1b2c3d4e5f6a7b.js', '0a1b2c3d4e5f6a7b'],
  ['_next/static/css/3e4f5a6b7c8d9e0f.css', '3e4f5a6b7c8d9e0f'],
  ['_next/static/media/Inter-s.p.7a8b9c0d.woff2', '7a8b9c0d'],
  ['assets/chunk-5RZ3XKQO.js', '5RZ3XKQO'],
  ['_astro/about.DmY3x9Za.css', 'DmY3x9Za'],
  ['docs/_astro/hero.DmY3x9Za.png', 'DmY3x9Za'],
  ['_app/immutable/nodes/0.Ck3lD2aB.js', 'Ck3lD2aB'],
])('%s has the fingerprint %s', (path, hash) => {
  expect(fingerprintOf(path)).toBe(hash);
});

const CHOSEN = [
  'hero-V2Mobile',
  'banner-2024Xmas',
  'hero-Home2Col',
  'Slide-Nr12of30',
  'facade-1a2b3c4d5e',
  'checkout-20260312b',
  'IMG-20240115a',
  'team-Q3Review1a',
  'logo-CbHGx12a',
  'photo.8bf3c1d2',
];

test.each(['img', 'assets', 'static', 'media', 'static/media', 'screens', 'dist', 'build', 'fonts'])(
  'names that people choose for pictures in %s have none',
  (folder) => {
    for (const name of CHOSEN) {
      for (const extension of ['svg', 'png', 'jpg', 'pdf', 'mp4']) {
        expect(fingerprintOf(`${folder}/${name}.${extension}`)).toBeNull();
        expect(fingerprintOf(`${name}.${extension}`)).toBeNull();
      }
    }
  },
);

test.each([
  'index.html',
  'assets/page-B1xQ9zKa.html',
  'app.js',
  'jquery-3.7.1.min.js',
  'assets/index-HTMLView.js',
  'assets/my-component.js',
  'assets/index-abcdefgh.js',
  'css/font-awesome-20261121.css',
  'js/app.20260312.js',
  'face2024.js',
  'deadbeef.js',
  'index.8bf3c1d2.css',
  'styles-3e4f5a6b7c8d9e0f.pdf',
  'user-B1xQ9zKa.js',
  '64b7f9c2e4b0a1d2c3e4f5a6.js',
  'assets/items-64b7f9c2e4b0a1d2c3e4f5a6.json',
  'assets/3f2504e0-4f89-11d3-9a0c-0305e82c3301.js',
  '_next/static/chunks/3f2504e0-4f89-11d3-9a0c-0305e82c3301.js',
  '_next/static/development/_buildManifest.js',
])('%s has none', (path) => {
  expect(fingerprintOf(path)).toBeNull();
});
