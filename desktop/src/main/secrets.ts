/** Secrets in log messages: bearer tokens, access tokens, codes and tickets in URLs, personal and claim links. */
const SECRETS = [
  /(bearer\s+)[\w.~+/=-]+/gi,
  /([?&#](?:code|state|token|ticket|password|grant|review)=)[^&\s"']+/gi,
  /(\/claim#)[\w-]+/g,
  /("(?:sessionToken|token|password|code|codeVerifier)"\s*:\s*")[^"]*/gi,
];

/** Redacts credentials from a line of the log. */
export const withoutSecrets = (text: string): string =>
  SECRETS.reduce((safe, secret) => safe.replace(secret, '$1…'), text);
