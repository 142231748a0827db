import { describe, expect, test } from 'vitest';
import { clientName, isAllowedRedirect, scopesOf, toRedirectUri } from './oauthClients.ts';

describe('a program may be answered', () => {
  test.each([
    ['companion', 'http://127.0.0.1:53411/'],
    ['companion', 'http://localhost:1/signed-in?a=1'],
    ['companion', 'stagelink://signed-in'],
    ['companion', 'stagelink://signed-in?window=2'],
    ['cli', 'http://127.0.0.1:65535/callback'],
    ['editor', 'vscode://stagelink.stagelink/signed-in'],
    ['editor', 'vscode-insiders://stagelink.stagelink/signed-in?windowId=1'],
    ['editor', 'cursor://stagelink.stagelink/signed-in'],
    ['editor', 'windsurf://stagelink.stagelink/signed-in'],
    ['editor', 'code-oss://stagelink.stagelink/signed-in'],
    ['capture', '/authorize/finished'],
    ['editor', 'http://localhost:4600/callback?vscode-reqid=3&vscode-path=%2Fsigned-in'],
  ] as const)('%s at %s', (program, address) => {
    expect(isAllowedRedirect(program, address)).toBe(true);
  });
});

const HOSTILE = [
  '',
  'https://evil.example/',
  'http://evil.example:80/',
  // Another host after a user name or before a password.
  'http://127.0.0.1:80@evil.example/',
  'http://127.0.0.1@evil.example:80/',
  'http://user:pass@127.0.0.1:80/',
  'http://127.0.0.1.evil.example:80/',
  'http://localhost.evil.example:80/',
  'http://localhost:80.evil.example/',
  'http://evil.example#http://127.0.0.1:80/',
  // No port, or an invalid one.
  'http://127.0.0.1/',
  'http://localhost/',
  'http://127.0.0.1:/',
  'http://127.0.0.1:0/',
  'http://127.0.0.1:080/',
  'http://127.0.0.1:65536/',
  'http://127.0.0.1:99999/',
  'http://127.0.0.1:８０/',
  // Other names of the local host, and names that resemble it.
  'http://127.1:80/',
  'http://2130706433:80/',
  'http://0x7f.0.0.1:80/',
  'http://127.0.0.2:80/',
  'http://0.0.0.0:80/',
  'http://[::1]:80/',
  'http://ｌocalhost:80/',
  'http://lоcalhost:80/',
  'http://localhost。evil.example:80/',
  'HTTP://127.0.0.1:80/',
  'http://LOCALHOST:80/',
  'https://127.0.0.1:80/',
  // Characters that URL parsers drop, convert or stop at.
  ' http://127.0.0.1:80/',
  'http://127.0.0.1:80/ ',
  'http://127.0.0.1:80/\n',
  'http://127.0.0.1:80/a\r\nSet-Cookie: a=b',
  'http://127.0.0.1:80/\u0000',
  'http://127.0.0.1:80/\t',
  'http:\\\\127.0.0.1:80\\',
  'http://127.0.0.1:80\\@evil.example/',
  'http://127.0.0.1:80/\u202e',
  'http://127.0.0.1:80/%',
  'http://127.0.0.1:80/%zz',
  'http://127.0.0.1:80/"><script>',
  'http:/127.0.0.1:80/',
  '//127.0.0.1:80/',
  // The browser would not send the fragment, or the client could not find the code in the query.
  'http://127.0.0.1:80/#a',
  'http://127.0.0.1:80/?code=mine',
  'http://127.0.0.1:80/?a=1&state=mine',
  'http://127.0.0.1:80/?error',
  'stagelink://signed-in#a',
  'stagelink://signed-in/',
  'stagelink://signed-in.evil',
  'stagelink://evil',
  'stagelink:signed-in',
  'vscode://evil.evil/signed-in',
  'vscode://stagelink.stagelink.evil/',
  'vscode://stagelink.stagelink',
  'vscode://stagelinkxstagelink/',
  'vscode://stagelink.stagelink@evil.evil/',
  'constructor://stagelink.stagelink/',
  'javascript:alert(1)',
  'javascript://stagelink.stagelink/%0aalert(1)',
  'data://stagelink.stagelink/',
  'file://stagelink.stagelink/',
  `http://127.0.0.1:80/${'a'.repeat(2000)}`,
];

describe('no program is answered', () => {
  test.each(HOSTILE)('at %j', (address) => {
    for (const program of ['companion', 'editor', 'cli', 'capture'] as const)
      expect(isAllowedRedirect(program, address)).toBe(false);
  });

  test('at the address of another program', () => {
    expect(isAllowedRedirect('editor', 'stagelink://signed-in')).toBe(false);
    expect(isAllowedRedirect('cli', 'stagelink://signed-in')).toBe(false);
    expect(isAllowedRedirect('companion', 'vscode://stagelink.stagelink/signed-in')).toBe(false);
    expect(isAllowedRedirect('cli', 'vscode://stagelink.stagelink/signed-in')).toBe(false);
    for (const program of ['companion', 'editor', 'cli'] as const)
      expect(isAllowedRedirect(program, '/authorize/finished')).toBe(false);
  });

  test.each([
    'http://127.0.0.1:53411/',
    'stagelink://signed-in',
    '//evil.example/authorize/finished',
    '/authorize/finished?next=1',
    '/authorize/finished/',
    '/authorize/../authorize/finished',
    'chrome-extension://abcdefghijklmnopabcdefghijklmnop/signedIn.html',
  ])('that is the browser extension, at %s', (address) => {
    expect(isAllowedRedirect('capture', address)).toBe(false);
  });
});

test('the reply is appended to the query', () => {
  const answer = { code: 'a/b', state: 'c&d' };
  expect(toRedirectUri('stagelink://signed-in', answer)).toBe('stagelink://signed-in?code=a%2Fb&state=c%26d');
  expect(toRedirectUri('http://127.0.0.1:1/?a=1', answer)).toBe(
    'http://127.0.0.1:1/?a=1&code=a%2Fb&state=c%26d',
  );
  expect(toRedirectUri('http://127.0.0.1:1/', { error: 'access_denied', state: 's' })).toBe(
    'http://127.0.0.1:1/?error=access_denied&state=s',
  );
});

test('a program has a name that people know', () => {
  expect(clientName('companion', 'stagelink://signed-in')).toBe('Stagelink for the desktop');
  expect(clientName('cli', 'http://127.0.0.1:1/')).toBe('the Stagelink command');
  expect(clientName('capture', '/authorize/finished')).toBe('Stagelink Capture');
  expect(clientName('editor', 'cursor://stagelink.stagelink/')).toBe('Cursor');
  expect(clientName('editor', 'http://127.0.0.1:1/')).toBe('Visual Studio Code');
});

test('the browser extension gets no access to comments', () => {
  expect(scopesOf('capture')).toEqual(['snapshots:read', 'snapshots:write']);
  expect(scopesOf('editor')).toContain('comments:write');
});
