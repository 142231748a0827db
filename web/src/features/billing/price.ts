import { t } from './copy.ts';

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Formats cents as dollars with two decimals. */
export const price = (cents: number): string => (cents === 0 ? t('free') : dollars.format(cents / 100));
