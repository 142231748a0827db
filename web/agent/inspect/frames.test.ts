import { expect, test } from 'vitest';
import { framesOf } from './frames.ts';

const CHROME = `Error: react-stack-top-frame
    at exports.jsxDEV (https://shop.example/assets/app.js:10:5)
    at App (https://shop.example/assets/app.js?v=1:20:7)
    at <anonymous>:1:1
    at https://shop.example/:30:9`;
const FIREFOX = `exports.jsxDEV@https://shop.example/assets/app.js:10:5
App@https://shop.example/assets/app.js?v=1:20:7
@https://shop.example/:30:9`;
const SAFARI = `jsxDEV@https://shop.example/assets/app.js:10:5
App@https://shop.example/assets/app.js?v=1:20:7
[native code]
https://shop.example/:30:9`;

test.each([
  ['Chrome', CHROME],
  ['Firefox', FIREFOX],
  ['Safari', SAFARI],
])('the frames of a stack in %s', (_, stack) => {
  expect(framesOf(stack)).toEqual([
    { url: 'https://shop.example/assets/app.js', line: 10, column: 5 },
    { url: 'https://shop.example/assets/app.js?v=1', line: 20, column: 7 },
    { url: 'https://shop.example/', line: 30, column: 9 },
  ]);
});
