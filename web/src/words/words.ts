// English only for now; every text a person reads is in this folder, one file per area of the product.

const plural = new Intl.PluralRules('en');

/** `day_one` and `day_other` are asked for as `day`, with a `count`. */
type Plural<K> = K extends `${infer Base}_${'one' | 'other'}` ? Base : K;
type Values = Record<string, string | number>;

/** The texts of one area; a key that does not exist does not compile. `{{name}}` is filled in from the values. */
export function words<const W extends Record<string, string>>(texts: W) {
  const all: Readonly<Record<string, string>> = texts;
  return (key: Plural<keyof W & string>, values: Values = {}): string => {
    const { count } = values;
    const inNumber = typeof count === 'number' ? all[`${key}_${plural.select(count)}`] : undefined;
    const text = inNumber ?? all[key] ?? key;
    return text.replace(/{{(\w+)}}/g, (whole, name: string) => String(values[name] ?? whole));
  };
}
