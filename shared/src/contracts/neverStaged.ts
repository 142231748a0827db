/** Says what of a project stays at home, in gitignore syntax. */
export const IGNORE_FILE = '.stagelinkignore';

const NAMES = new Set(
  `.git .hg .svn node_modules .ds_store thumbs.db desktop.ini __macosx ${IGNORE_FILE} .gitignore .gitattributes
  .npmrc .yarnrc .yarnrc.yml .netrc .pypirc .htpasswd .git-credentials .ssh .aws .gnupg
  .idea .vscode .vercel .netlify .wrangler .stagelink
  id_rsa id_dsa id_ecdsa id_ed25519`.split(/\s+/),
);
const LIKE = /^\.env|^\.dev\.vars(\.|$)|\.(pem|p12|pfx|kdbx|jks)$|^(npm|yarn|pnpm)-(debug|error)\.log/;

/** Backups, locks, and the names under which editors write before they rename. */
const BY_EDITOR =
  /~$|^\.#|^#.*#$|\.(orig|tmp|sw[op]|crswap)$|^\.goutputstream-|^\.~lock\.|___jb_(tmp|old)___$|^\.sb-|^\.fuse_hidden|^\.nfs\d/;

/** Whether a file was left by an editor, by its own name. */
export const isLeftByEditor = (name: string): boolean => BY_EDITOR.test(name.toLowerCase());

/**
 * Whether a file or folder is never staged, whatever a project says: because of its own name or that of a folder above it
 * (history, dependencies, files of the system, files whose purpose is to hold secrets), or as a file that an editor left.
 * A folder's path ends with a slash. Case is ignored.
 */
export function isNeverStaged(path: string): boolean {
  const names = path.toLowerCase().split('/');
  return (
    names.some((name) => NAMES.has(name) || LIKE.test(name)) || isLeftByEditor(names[names.length - 1] ?? '')
  );
}
