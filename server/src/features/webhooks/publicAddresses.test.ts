import { once } from 'node:events';
import { createServer, request } from 'node:https';
import type { AddressInfo, LookupFunction } from 'node:net';
import { AUTHORITY, CERTIFICATE, CERTIFICATE_KEY } from '@stagelink/shared/staging/node/testing/certificates';
import { expect, onTestFinished, test } from 'vitest';
import { NotPublic, PublicAgent } from '../../platform/outgoing/publicAgent.ts';

const REFUSED = [
  // IPv4: this network, private, shared, loopback, link-local with metadata services, documentation, tests, multicast.
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '127.1.2.3',
  '127.255.255.255',
  '169.254.0.1',
  '169.254.169.254',
  '169.254.170.2',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.0.170',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',
  '192.168.255.255',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  // IPv6: unspecified, loopback, IPv4 in every form, private, link-local, multicast, documentation, not routed.
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:169.254.169.254',
  '::ffff:7f00:1',
  '::ffff:93.184.215.14',
  '::ffff:0:127.0.0.1',
  '64:ff9b::127.0.0.1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:0:7f00:1::',
  '2001:10::1',
  '2001:20::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '2002:a9fe:a9fe::',
  '3fff::1',
  '::a00:1',
  '4000::1',
  '5f00::1',
  'fc00::1',
  'fd00::1',
  'fd00:ec2::254',
  'fe80::1',
  'febf::1',
  'fec0::1',
  'ff02::1',
  'ffff::1',
];
const ALLOWED = ['8.8.8.8', '93.184.215.14', '172.32.0.1', '2606:4700::1111', '2a00:1450:4001::1'];

/** A name server that gives these answers in turn, and then the last one. */
function answering(...answers: string[][]): { lookup: LookupFunction; lookups: () => number } {
  let lookups = 0;
  const lookup: LookupFunction = (_, { all }, callback) => {
    const found = answers[Math.min(lookups, answers.length - 1)] ?? [];
    lookups += 1;
    const addresses = found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    if (all) callback(null, addresses);
    else callback(null, addresses[0]?.address ?? '', addresses[0]?.family);
  };
  return { lookup, lookups: () => lookups };
}

/** Returns why a request failed. Nothing listens at allowed addresses: those that are tried end with `signal`. */
const failureOf = (
  url: string,
  resolveName?: LookupFunction,
  signal = AbortSignal.timeout(1),
): Promise<Error> =>
  new Promise((resolve, reject) => {
    const agent = new PublicAgent({ ca: AUTHORITY, ...(resolveName && { resolve: resolveName }) });
    const sent = request(url, { agent, signal }, () => reject(new Error('answered')));
    sent.on('error', resolve);
    sent.end();
  });

const never = new AbortController().signal;

test.each(REFUSED)('%s is refused, as an address and as the answer of a name server', async (address) => {
  const host = address.includes(':') ? `[${address}]` : address;
  expect(await failureOf(`https://${host}/`, undefined, never)).toBeInstanceOf(NotPublic);
  const { lookup } = answering([address]);
  expect(await failureOf('https://hooks.example/', lookup, never)).toBeInstanceOf(NotPublic);
});

test.each(ALLOWED)('%s is not refused', async (address) => {
  const { lookup } = answering([address]);
  expect(await failureOf('https://hooks.example/', lookup)).not.toBeInstanceOf(NotPublic);
});

test.each(['https://2130706433/', 'https://0x7f.1/', 'https://0177.0.0.1/', 'https://127.1/'])(
  '%s, another spelling of this computer, is refused',
  async (url) => {
    expect(await failureOf(url, undefined, never)).toBeInstanceOf(NotPublic);
  },
);

test('a name with one private address among others is refused', async () => {
  const { lookup } = answering(['93.184.215.14', '127.0.0.1']);
  expect(await failureOf('https://hooks.example/', lookup, never)).toBeInstanceOf(NotPublic);
});

test('a name that changes its answer is resolved once, and the checked address is the one connected to', async () => {
  const site = createServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY }, (_, response) =>
    response.end('here'),
  );
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  onTestFinished(() => void site.close());
  const { port } = site.address() as AddressInfo;
  const { lookup, lookups } = answering(['93.184.215.14'], ['127.0.0.1']);
  const failure = await failureOf(`https://localhost:${port}/`, lookup, AbortSignal.timeout(100));
  expect(failure).not.toBeInstanceOf(NotPublic);
  expect(lookups()).toBe(1);
  expect(await failureOf(`https://localhost:${port}/`, lookup, never)).toBeInstanceOf(NotPublic);
});
