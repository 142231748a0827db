import { PRO_CENTS } from '@stagelink/shared/contracts/limits';
import { PROMISE } from './linkPreview.ts';

const offer = (name: string, cents: number) => ({
  '@type': 'Offer',
  name,
  price: (cents / 100).toFixed(2),
  priceCurrency: 'USD',
});

/** Where nothing is sold, the product is free. */
const offersOf = (isSold: boolean) =>
  isSold
    ? [offer('Free', 0), offer('Pro, monthly', PRO_CENTS.monthly), offer('Pro, annual', PRO_CENTS.annual)]
    : [offer('Free', 0)];

/**
 * Describes the product for search engines (JSON-LD, schema.org). A block of data is no script, so the policy of our
 * pages allows it.
 */
export function renderProduct(appUrl: string, isSold: boolean): string {
  const data = {
    '@context': 'https://schema.org',
    '@type': 'SoftwareApplication',
    name: 'Stagelink',
    description: PROMISE,
    url: `${appUrl}/`,
    image: `${appUrl}/card.png`,
    applicationCategory: 'DesignApplication',
    operatingSystem: 'Web, Windows, macOS, Linux',
    offers: offersOf(isSold),
  };
  // An address of the operator cannot end the block.
  return `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;
}
