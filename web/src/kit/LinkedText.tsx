import { t } from '../lib/commonCopy.ts';
import { buttonClass } from './buttonClass.ts';

/** Matches where Pro is sold, with its sentence, and any address without the punctuation that ends its sentence. */
const ADDRESS = /(Upgrade at https?:\/\/\S+\.(?=\s|$)|https?:\/\/\S*[^\s.,;:!?])/;
const UPGRADE = 'Upgrade at ';

const isOurs = (address: string) => address.startsWith(`${window.location.origin}/`);

function Part({ text }: { text: string }) {
  const isUpgrade = text.startsWith(UPGRADE);
  const address = isUpgrade ? text.slice(UPGRADE.length, -1) : text;
  if (!isOurs(address)) return text;
  if (!isUpgrade) return <a href={address}>{address}</a>;
  return (
    <a href={address} className={buttonClass({ size: 'mini', variant: 'plain' })}>
      {t('upgrade')}
    </a>
  );
}

/** A sentence of the server. Addresses of this server are links, and that of the prices is a button. */
export const LinkedText = ({ text }: { text: string }) =>
  text.split(ADDRESS).map((part, at) => <Part key={`${at} ${part}`} text={part} />);
