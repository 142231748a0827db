import type { WebhookKind } from '@stagelink/shared/contracts/webhooks';
import type { Config } from '../../platform/config.ts';
import { AppError } from '../../platform/http/errors.ts';

type AddressConfig = Pick<Config, 'appUrl' | 'contentDomain' | 'slackHooksOrigin' | 'webhooksAllowPrivate'>;

const PORTS = new Set(['', '443', '8443']);

const wrong = (message: string) => new AppError('invalid_input', message, { field: 'url' });

const parse = (address: string): URL | null => (URL.canParse(address) ? new URL(address) : null);

/** Whether this server answers at a host, where events about events would never end. */
function isOwn({ appUrl, contentDomain }: AddressConfig, { hostname }: URL): boolean {
  const names = [new URL(appUrl).hostname, contentDomain];
  return names.some((name) => hostname === name || hostname.endsWith(`.${name}`));
}

function assertStandard(config: AddressConfig, url: URL): void {
  if (url.protocol !== 'https:') throw wrong('The address must begin with https://.');
  if (url.username !== '' || url.password !== '')
    throw wrong('The address must not contain a password. The signature proves who sends.');
  if (!config.webhooksAllowPrivate && !PORTS.has(url.port)) throw wrong('The port must be 443 or 8443.');
  const isHere = config.webhooksAllowPrivate ? url.host === new URL(config.appUrl).host : isOwn(config, url);
  if (isHere) throw wrong('This is the address of Stagelink itself. Enter the address of your receiver.');
}

/** Returns the address of a webhook as it is kept. Throws if nothing may be sent there. */
export function checkedUrl(config: AddressConfig, kind: WebhookKind, address: string): string {
  const url = parse(address);
  if (!url) throw wrong('Enter the whole address, beginning with https://.');
  url.hash = '';
  if (kind === 'standard') assertStandard(config, url);
  else if (
    url.origin !== config.slackHooksOrigin ||
    !/^\/services\/\S+$/.test(url.pathname) ||
    url.search !== ''
  )
    throw wrong(`Enter the address of an incoming webhook: ${config.slackHooksOrigin}/services/…`);
  return url.href;
}

/** Returns what lists show of an address: for Slack without the end, which is its secret. */
export function shownUrl(kind: WebhookKind, address: string): string {
  if (kind === 'standard') return address;
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname.split('/').slice(0, 3).join('/')}/…`;
}
