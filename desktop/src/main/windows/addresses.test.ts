import { expect, test } from 'vitest';
import { isForBrowser, isOwnPage, staysIn } from './addresses.ts';

test('only pages of the web are handed to the browser', () => {
  expect(isForBrowser('https://stage.example/s/one')).toBe(true);
  expect(isForBrowser('http://localhost:4600/s/one')).toBe(true);
  for (const address of [
    'file:///etc/passwd',
    'javascript:alert(1)',
    'smb://host/share',
    'stagelink://folders',
    'ms-msdt:/id',
    'data:text/html,x',
    'https://ann:secret@stage.example/',
    'not an address',
  ])
    expect([address, isForBrowser(address)]).toEqual([address, false]);
});

test('the window stays on its own pages, and shows nothing of the server’s as one', () => {
  const own = 'companion://app';
  expect(isOwnPage('companion://app/folders', own)).toBe(true);
  for (const address of [
    'companion://app/api/projects',
    'companion://app/%61pi/../api/projects',
    'companion://app.evil/folders',
    'companion://other/folders',
    'https://app/folders',
    'data:text/html,x',
  ])
    expect([address, isOwnPage(address, own)]).toEqual([address, false]);
});

test('a preview stays with its snapshot', () => {
  const own = staysIn('http://label.content.example/?ticket=1');
  expect(own('http://label.content.example/about')).toBe(true);
  expect(own('http://other.content.example/about')).toBe(false);
  expect(own('https://label.content.example/')).toBe(false);

  const byPath = staysIn('https://stage.example/s/abcdefghij/~grant/');
  expect(byPath('https://stage.example/s/abcdefghij/about')).toBe(true);
  expect(byPath('https://stage.example/dashboard')).toBe(false);
  expect(byPath('https://stage.example/s/otherother/')).toBe(false);
});
