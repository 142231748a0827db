import { expect, test } from 'vitest';
import { checkedUrl, shownUrl } from './address.ts';

const config = {
  appUrl: 'https://stagelink.example',
  contentDomain: 'staged.example',
  slackHooksOrigin: 'https://hooks.slack.com',
  webhooksAllowPrivate: false,
};

test.each([
  ['https://hooks.example/a?b=c', 'https://hooks.example/a?b=c'],
  ['https://hooks.example:443/', 'https://hooks.example/'],
  ['https://hooks.example:8443/a#b', 'https://hooks.example:8443/a'],
])('%s may be a webhook', (address, kept) => {
  expect(checkedUrl(config, 'standard', address)).toBe(kept);
});

test.each([
  ['hooks.example/a', 'beginning with https'],
  ['', 'beginning with https'],
  ['http://hooks.example/a', 'must begin with https'],
  ['ftp://hooks.example/a', 'must begin with https'],
  ['javascript:alert(1)', 'must begin with https'],
  ['https://ada:secret@hooks.example/', 'must not contain a password'],
  ['https://hooks.example:22/', '443 or 8443'],
  ['https://stagelink.example/api/webhooks', 'Stagelink itself'],
  ['https://www.stagelink.example/', 'Stagelink itself'],
  ['https://abc.staged.example/', 'Stagelink itself'],
])('“%s” may not', (address, why) => {
  expect(() => checkedUrl(config, 'standard', address)).toThrow(why);
});

test('a server that allows private addresses allows any port, but not itself', () => {
  const open = { ...config, appUrl: 'https://localhost:4600', webhooksAllowPrivate: true };
  expect(checkedUrl(open, 'standard', 'https://localhost:9000/')).toBe('https://localhost:9000/');
  expect(() => checkedUrl(open, 'standard', 'https://localhost:4600/')).toThrow('Stagelink itself');
  expect(() => checkedUrl(open, 'standard', 'http://localhost:9000/')).toThrow('must begin with https');
});

test('Slack has one host, and the end of its address is not shown', () => {
  const address = 'https://hooks.slack.com/services/T0/B0/secret';
  expect(checkedUrl(config, 'slack', address)).toBe(address);
  expect(shownUrl('slack', address)).toBe('https://hooks.slack.com/services/T0/…');
  for (const wrong of [
    'https://hooks.slack.com.evil.example/services/T0/B0/x',
    'http://hooks.slack.com/services/T0/B0/x',
    'https://hooks.slack.com:8443/services/T0/B0/x',
    'https://hooks.slack.com/other',
    'https://hooks.slack.com/services/T0/B0/x?y=z',
  ])
    expect(() => checkedUrl(config, 'slack', wrong)).toThrow('incoming webhook');
});
