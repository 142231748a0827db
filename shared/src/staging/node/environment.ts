/** Needed to find programs and files, for the locale, and to reach the registry through a proxy. */
const KEPT = new Set(
  `PATH HOME USER LOGNAME SHELL LANG LANGUAGE TZ TMPDIR TEMP TMP
  HTTP_PROXY HTTPS_PROXY NO_PROXY ALL_PROXY NODE_EXTRA_CA_CERTS SSL_CERT_FILE SSL_CERT_DIR
  SYSTEMROOT SYSTEMDRIVE WINDIR COMSPEC PATHEXT APPDATA LOCALAPPDATA USERPROFILE USERNAME HOMEDRIVE HOMEPATH
  PROGRAMFILES PROGRAMFILES(X86) PROGRAMW6432 PROGRAMDATA SSH_AUTH_SOCK
  COREPACK_HOME COREPACK_NPM_REGISTRY COREPACK_INTEGRITY_KEYS PNPM_HOME VOLTA_HOME ASDF_DIR ASDF_DATA_DIR
  NPM_CONFIG_REGISTRY NPM_CONFIG_CACHE NPM_CONFIG_USERCONFIG NPM_CONFIG_GLOBALCONFIG NPM_CONFIG_CAFILE
  NPM_CONFIG_PROXY NPM_CONFIG_HTTPS_PROXY NPM_CONFIG_NOPROXY NPM_CONFIG_STRICT_SSL`.split(/\s+/),
);
/** Variables that frameworks publish in the bundle by design, so none of them is a secret. */
const PUBLISHED =
  /^(LC_|XDG_|VITE_|NEXT_PUBLIC_|NUXT_PUBLIC_|REACT_APP_|VUE_APP_|PUBLIC_|GATSBY_|STORYBOOK_)/;

/** Settings of tools, without those that are secrets. */
const SETTINGS = /^(YARN|MISE)_(?!.*(AUTH|TOKEN|IDENT|PASS|SECRET|KEY))/;
/** Options of Node that load no code and open no port. */
const NODE_FLAG =
  /^--(openssl-legacy-provider|max[-_]old[-_]space[-_]size=\d+|no-deprecation|no-warnings|use-openssl-ca|use-system-ca|dns-result-order=\w+)$/;

const isKept = (name: string): boolean =>
  KEPT.has(name.toUpperCase()) || PUBLISHED.test(name) || SETTINGS.test(name);

function nodeOptions(given: string | undefined): Record<string, string> {
  const flags = (given ?? '').split(/\s+/).filter((flag) => NODE_FLAG.test(flag));
  return flags.length === 0 ? {} : { NODE_OPTIONS: flags.join(' ') };
}

/**
 * Returns the environment of a build: safe variables and those in `named`. Everything else, above all
 * tokens and passwords, is left out, because a build runs the code of many third parties.
 */
export function buildEnvironment(
  all: Record<string, string | undefined>,
  named: readonly string[] = [],
): Record<string, string> {
  const kept: Record<string, string> = nodeOptions(all['NODE_OPTIONS']);
  for (const [name, value] of Object.entries(all)) {
    if (value !== undefined && (isKept(name) || named.includes(name))) kept[name] = value;
  }
  // No prompts and no colors.
  return { ...kept, NO_COLOR: '1', FORCE_COLOR: '0', COREPACK_ENABLE_DOWNLOAD_PROMPT: '0' };
}

/**
 * Adds the variable that prevents prompts during an install. Builds go without it, because some tools, such
 * as Create React App, then treat warnings as errors.
 */
export const installEnvironment = (environment: Record<string, string>): Record<string, string> => ({
  ...environment,
  CI: 'true',
});
