/** File of a project that excludes paths from staging, in gitignore syntax. */
export const IGNORE_FILE = '.stagelinkignore';

const NAMES = new Set(
  `.git .hg .svn node_modules .ds_store thumbs.db desktop.ini __macosx ${IGNORE_FILE} .gitignore .gitattributes
  .npmrc .yarnrc .yarnrc.yml .netrc .pypirc .htpasswd .git-credentials .ssh .aws .gnupg
  .idea .vscode .vercel .netlify .wrangler .stagelink
  id_rsa id_dsa id_ecdsa id_ed25519`.split(/\s+/),
);
const LIKE = /^\.env|^\.dev\.vars(\.|$)|\.(pem|p12|pfx|kdbx|jks)$|^(npm|yarn|pnpm)-(debug|error)\.log/;

/** Backups, locks and temporary files of editors. */
const BY_EDITOR =
  /~$|^\.#|^#.*#$|\.(orig|tmp|sw[op]|crswap)$|^\.goutputstream-|^\.~lock\.|___jb_(tmp|old)___$|^\.sb-|^\.fuse_hidden|^\.nfs\d/;

/** Whether a file name is one that an editor leaves behind. */
export const isLeftByEditor = (name: string): boolean => BY_EDITOR.test(name.toLowerCase());

/**
 * Whether a file or folder is always excluded, whatever a project configures: version history,
 * dependencies, system files, files made for secrets, and editors' leftovers, at any depth. A folder's path
 * ends with a slash. Case is ignored.
 */
export function isAlwaysIgnored(path: string): boolean {
  const names = path.toLowerCase().split('/');
  return (
    names.some((name) => NAMES.has(name) || LIKE.test(name)) || isLeftByEditor(names[names.length - 1] ?? '')
  );
}
