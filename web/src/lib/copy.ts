import { isolated } from '@stagelink/shared/domain/sentence';

// English only for now. Texts are in the copy files of each feature.

const plural = new Intl.PluralRules('en');

/** `day_one` and `day_other` are read as `day`, with a `count`. */
type Plural<K> = K extends `${infer Base}_${'one' | 'other'}` ? Base : K;
type Values = Record<string, string | number>;

/** Defines texts. Unknown keys do not compile. Replaces `{{name}}` by a value. */
export function defineCopy<const W extends Record<string, string>>(texts: W) {
  const all: Readonly<Record<string, string>> = texts;
  return (key: Plural<keyof W & string>, values: Values = {}): string => {
    const { count } = values;
    const inNumber = typeof count === 'number' ? all[`${key}_${plural.select(count)}`] : undefined;
    const text = inNumber ?? all[key] ?? key;
    return text.replace(/{{(\w+)}}/g, (whole, name: string) => isolated(values[name] ?? whole));
  };
}
