/** Says what of a project stays at home, in gitignore syntax. */
export const IGNORE_FILE = '.stagelinkignore';

const NAMES = new Set(
  `.git .hg .svn node_modules .ds_store thumbs.db desktop.ini __macosx ${IGNORE_FILE} .gitignore .gitattributes
  .npmrc .yarnrc .yarnrc.yml .netrc .pypirc .htpasswd .git-credentials .ssh .aws .gnupg
  .idea .vscode .vercel .netlify .wrangler .stagelink
  id_rsa id_dsa id_ecdsa id_ed25519`.split(/\s+/),
);
const LIKE =
  /^\.env|^\.dev\.vars(\.|$)|\.(pem|p12|pfx|kdbx|jks)$|\.sw[op]$|^(npm|yarn|pnpm)-(debug|error)\.log/;

/**
 * Whether a file or folder stays at home, whatever a project says, because of its own name or that of a folder it lies
 * in: history, dependencies, what systems leave behind, and files whose purpose is to hold secrets. Case plays no part.
 */
export function isNeverStaged(path: string): boolean {
  return path
    .toLowerCase()
    .split('/')
    .some((name) => NAMES.has(name) || LIKE.test(name));
}
