import { lookup as resolveName, type LookupAddress } from 'node:dns';
import { Agent, type AgentOptions } from 'node:https';
import { BlockList, isIP, isIPv6, type LookupFunction, Socket } from 'node:net';

/** Networks that are not the internet: this computer and its surroundings. */
const NOT_PUBLIC: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];
/** IPv6 that is routed on the internet, without its parts for IPv4 and documentation. */
const PUBLIC_IPV6: readonly [string, number] = ['2000::', 3];
const NOT_PUBLIC_IPV6: readonly [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const blocked = new BlockList();
for (const [network, prefix] of NOT_PUBLIC) blocked.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of NOT_PUBLIC_IPV6) blocked.addSubnet(network, prefix, 'ipv6');
const routed = new BlockList();
routed.addSubnet(...PUBLIC_IPV6, 'ipv6');

/** Whether an IP address is one of the internet. */
const isPublicAddress = (address: string): boolean =>
  isIPv6(address)
    ? routed.check(address, 'ipv6') && !blocked.check(address, 'ipv6')
    : isIP(address) === 4 && !blocked.check(address);

/** A connection was refused because its address is not one of the internet. */
export class NotPublic extends Error {
  override readonly name = 'NotPublic';
}

const refusal = (host: string) => new NotPublic(`${host} is not on the internet`);

/** Resolves a name once and lets the caller connect to what was checked. */
const guarded =
  (resolve: LookupFunction): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      const addresses = (error ? [] : found) as LookupAddress[];
      const [first] = addresses;
      if (!first) return callback(error ?? new Error('no address'), '', 0);
      if (!addresses.every(({ address }) => isPublicAddress(address)))
        return callback(refusal(hostname), '', 0);
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };

/**
 * Connects to addresses of the internet only: not to this computer, nor to its surroundings. The address that was
 * checked is the one it connects to, so that a second answer of the name server cannot name another.
 */
export class PublicAgent extends Agent {
  readonly #resolve: LookupFunction;

  constructor({
    resolve = resolveName as LookupFunction,
    ...options
  }: AgentOptions & { resolve?: LookupFunction } = {}) {
    super(options);
    this.#resolve = resolve;
  }

  override createConnection(...[options, callback]: Parameters<Agent['createConnection']>) {
    const host = options.host ?? '';
    // An address needs no name server.
    if (isIP(host) !== 0 && !isPublicAddress(host)) return new Socket().destroy(refusal(host));
    return super.createConnection({ ...options, lookup: guarded(this.#resolve) }, callback);
  }
}
