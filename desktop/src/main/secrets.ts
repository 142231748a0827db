/** Secrets in log messages: bearer tokens, access tokens, codes and tickets in URLs. */
const SECRETS = [
  /(bearer\s+)[\w.~+/=-]+/gi,
  /([?&](?:code|state|token|ticket|password|grant)=)[^&\s"']+/gi,
  /("(?:sessionToken|token|password|code|codeVerifier)"\s*:\s*")[^"]*/gi,
];

/** Redacts credentials from a line of the log. */
export const withoutSecrets = (text: string): string =>
  SECRETS.reduce((safe, secret) => safe.replace(secret, '$1…'), text);
