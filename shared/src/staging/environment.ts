/** Needed to find programs and files, to speak the person's language, and to reach the registry through their proxy. */
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

/** Settings of tools, among which some are secrets. */
const SETTINGS = /^(YARN|MISE)_(?!.*(AUTH|TOKEN|IDENT|PASS|SECRET|KEY))/;
/** Flags of Node that load no code and open no port. */
const NODE_FLAG =
  /^--(openssl-legacy-provider|max[-_]old[-_]space[-_]size=\d+|no-deprecation|no-warnings|use-openssl-ca|use-system-ca|dns-result-order=\w+)$/;

const isKept = (name: string): boolean =>
  KEPT.has(name.toUpperCase()) || PUBLISHED.test(name) || SETTINGS.test(name);

function nodeOptions(given: string | undefined): Record<string, string> {
  const flags = (given ?? '').split(/\s+/).filter((flag) => NODE_FLAG.test(flag));
  return flags.length === 0 ? {} : { NODE_OPTIONS: flags.join(' ') };
}

/**
 * What a build may know of its surroundings: what is harmless, and the variables in `named`. Everything else, above all
 * tokens and passwords in the person's shell, stays out: a build runs code of hundreds of strangers.
 */
export function buildEnvironment(
  all: Record<string, string | undefined>,
  named: readonly string[] = [],
): Record<string, string> {
  const kept: Record<string, string> = nodeOptions(all['NODE_OPTIONS']);
  for (const [name, value] of Object.entries(all)) {
    if (value !== undefined && (isKept(name) || named.includes(name))) kept[name] = value;
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
