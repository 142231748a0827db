import { expect, test } from 'vitest';
import { plainHashOf } from './routes.ts';

test.each([
  ['/#about', '#about'],
  ['/a?b=c#', '#'],
  ['/', ''],
  ['/#/about', ''],
  ['/#!/about', ''],
  ['/clip.mp4#t=12', ''],
])('the plain hash of %s is “%s”', (route, hash) => {
  expect(plainHashOf(route)).toBe(hash);
});
