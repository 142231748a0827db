import { describe, expect, it, test } from 'vitest';
import { deepLinkIn, parseDeepLink } from './deepLink.ts';

test('a link names a snapshot, the folders, or the end of a sign-in', () => {
  expect(parseDeepLink('stagelink://open/abcdefghij1234567890')).toEqual({
    kind: 'snapshot',
    snapshotId: 'abcdefghij1234567890',
  });
  expect(parseDeepLink('stagelink://folders')).toEqual({ kind: 'folders' });
  expect(parseDeepLink('stagelink://folders/')).toEqual({ kind: 'folders' });
  const link = parseDeepLink('stagelink://signed-in?code=one&state=two');
  expect(link?.kind === 'signedIn' && Object.fromEntries(link.query)).toEqual({ code: 'one', state: 'two' });
});

describe('a link that asks for anything else does nothing', () => {
  it.each([
    'stagelink://stage/%2Fhome%2Fann',
    'stagelink://agree?command=rm',
    'stagelink://folders/add?path=/etc',
    'stagelink://folders?add=/etc',
    'stagelink://folders#/etc',
    'stagelink://open/',
    'stagelink://open/../folders',
    'stagelink://open/abc',
    'stagelink://open/abcdefghij1234567890/more',
    'stagelink://open/abcdefghij%2F..%2F..',
    'stagelink://open/abcdefghij1234567890?next=https://evil.example',
    'stagelink://open/ABCDEFGHIJ1234567890',
    'stagelink://open/javascript:alert(1)',
    'stagelink://user:secret@open/abcdefghij1234567890',
    'stagelink://open:80/abcdefghij1234567890',
    'stagelink:open/abcdefghij1234567890',
    'https://open/abcdefghij1234567890',
    'file:///etc/passwd',
    'javascript:alert(1)',
    '',
    'stagelink://',
    `stagelink://signed-in?code=${'x'.repeat(5000)}`,
  ])('%s', (text) => {
    expect(parseDeepLink(text)).toBeNull();
  });
});

test('among the arguments of a program only a link is followed', () => {
  expect(deepLinkIn(['/opt/stagelink', '--hidden', 'stagelink://folders'])).toEqual({ kind: 'folders' });
  expect(deepLinkIn(['/opt/stagelink', '--flag=stagelink://folders'])).toBeNull();
  expect(deepLinkIn(['/opt/stagelink', '/home/ann/site'])).toBeNull();
});
