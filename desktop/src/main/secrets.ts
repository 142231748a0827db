/** Secrets that a message may carry: bearer tokens, tokens of ours, codes and tickets in an address. */
const SECRETS = [
  /(bearer\s+)[\w.~+/=-]+/gi,
  /([?&](?:code|state|token|ticket|password|grant)=)[^&\s"']+/gi,
  /("(?:sessionToken|token|password|code|codeVerifier)"\s*:\s*")[^"]*/gi,
];

/** A line for the log, without what would open an account. */
export const withoutSecrets = (text: string): string =>
  SECRETS.reduce((safe, secret) => safe.replace(secret, '$1…'), text);
