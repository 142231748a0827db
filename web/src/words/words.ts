import { createInstance } from 'i18next';

// English only for now; every text a person reads is in this folder, one file per area of the product.
const i18n = createInstance();
void i18n.init({ lng: 'en', resources: {}, initAsync: false, interpolation: { escapeValue: false } });

/** `day_one` and `day_other` are asked for as `day`, with a `count`. */
type Plural<K> = K extends `${infer Base}_${'one' | 'other'}` ? Base : K;
type Values = Record<string, string | number>;

/** The texts of one area; a key that does not exist does not compile. */
export function words<const W extends Record<string, string>>(area: string, texts: W) {
  i18n.addResourceBundle('en', area, texts);
  return (key: Plural<keyof W & string>, values: Values = {}): string =>
    i18n.t(key as string, { ns: area, ...values });
}
