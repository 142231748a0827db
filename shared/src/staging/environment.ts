/** Needed to find programs and files, to speak the person's language, and to reach the registry through their proxy. */
const KEPT = new Set(
  `PATH HOME USER LOGNAME SHELL LANG LANGUAGE TZ TMPDIR TEMP TMP
  HTTP_PROXY HTTPS_PROXY NO_PROXY ALL_PROXY NODE_EXTRA_CA_CERTS SSL_CERT_FILE SSL_CERT_DIR
  SYSTEMROOT SYSTEMDRIVE WINDIR COMSPEC PATHEXT APPDATA LOCALAPPDATA USERPROFILE USERNAME HOMEDRIVE HOMEPATH
  PROGRAMFILES PROGRAMDATA COREPACK_HOME PNPM_HOME
  NPM_CONFIG_REGISTRY NPM_CONFIG_CACHE NPM_CONFIG_USERCONFIG NPM_CONFIG_GLOBALCONFIG NPM_CONFIG_CAFILE
  NPM_CONFIG_PROXY NPM_CONFIG_HTTPS_PROXY NPM_CONFIG_NOPROXY NPM_CONFIG_STRICT_SSL`.split(/\s+/),
);
/** Variables that frameworks publish in the bundle by design, so none of them is a secret. */
const PUBLISHED =
  /^(LC_|XDG_|VITE_|NEXT_PUBLIC_|NUXT_PUBLIC_|REACT_APP_|VUE_APP_|PUBLIC_|GATSBY_|STORYBOOK_)/;

/**
 * What a build may know of its surroundings. Everything else, above all tokens and passwords in the person's shell,
 * stays out: a build runs code of hundreds of strangers.
 */
export function buildEnvironment(all: Record<string, string | undefined>): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(all)) {
    if (value !== undefined && (KEPT.has(name.toUpperCase()) || PUBLISHED.test(name))) kept[name] = value;
  }
  // No question can be answered and no color is shown.
  return { ...kept, NO_COLOR: '1', FORCE_COLOR: '0', COREPACK_ENABLE_DOWNLOAD_PROMPT: '0' };
}

/**
 * Adds what keeps package managers from asking during an install. A build goes without: with it, Create React App and
 * others treat warnings as errors, so a build would fail here that succeeds in a terminal.
 */
export const installEnvironment = (environment: Record<string, string>): Record<string, string> => ({
  ...environment,
  CI: 'true',
});
