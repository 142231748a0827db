import type { FoundSecret } from '../../contracts/secrets.ts';

/** Describes where a secret key is, such as “app.js, line 2: github credential”. */
export const secretLine = ({ path, line, what }: FoundSecret): string => `${path}, line ${line}: ${what}`;

/** Returns the message of a stage that secret keys stopped. */
export function secretsMessage([first, ...more]: readonly FoundSecret[]): string {
  const where = first ? `“${first.path}”, line ${first.line} (${first.what})` : 'these files';
  const others = more.length > 0 ? `, and ${more.length} more` : '';
  return `A secret key would be public: ${where}${others}. Nothing was published.`;
}
