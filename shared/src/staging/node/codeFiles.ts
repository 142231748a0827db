/** Files that a program can run, by their name, sources of pages among them. */
const CODE =
  /\.(?:[cm]?[jt]s|[jt]sx|es6|coffee|litcoffee|ls|civet|py|pyw|rb|rake|gemspec|pl|pm|php|lua|tcl|r|jl|(?:ba|z|fi|k|c)?sh|command|ps1|psm1|bat|cmd|vbs|wsf|mk|mak|make|cmake|ninja|gradle|groovy|kts?|java|scala|sbt|clj[cs]?|edn|go|rs|c|cc|cpp|h|hpp|cs|fsx?|swift|zig|nim|exs?|erl|hs|ml|dart|nix|bzl|bazel|star|awk|sed|wasm|node|jar|dll|so|dylib|exe|patch|diff)$/i;
/** Declarations of types, which nothing runs. */
const TYPES = /\.d\.[cm]?ts$/i;
/** Formats of data, which only configuration of programs makes code. */
export const DATA = /\.(?:json|jsonc|json5|ya?ml|toml|xml|ini|cfg|conf|properties)$/i;
const CONFIGURATION =
  /(?:^|[._-])config\b|^(?:[tj]sconfig|deno|babel|webpack|rollup|hugo|now|book|mkdocs|antora|composer|cargo|pyproject|bunfig|mise|taskfile|lerna|rush|nx|turbo|angular|project|workspace|ng-package|pnpm-workspace|pom|build|package|pipfile)\b/i;
/** Files without an ending that programs only read or show. */
const INERT_NAMES =
  /^(?:licen[cs]e|readme|changelog|authors|contributors|notice|copying|cname|codeowners|_redirects|_headers|manifest|version|\.ds_store|\.(?:git)?keep|\.gitattributes|\.mailmap|\.editorconfig|\.nojekyll|\.\w*lintcache|\.(?:docker|npm|eslint|prettier|stylelint|stagelink)ignore)$/i;
/** Copies that editors and tools write for a moment. */
const PASSING = /^\.?#|~$|\.sw[a-p]$|\.tmp(?:\.[\w-]+)*$|\.timestamp-\d+|^4913$/;
/** What pages consist of. */
const CONTENT =
  /\.(?:x?html?|vue|svelte|astro|css|pcss|s[ac]ss|less|styl|mdx?|markdown|txt|rst|adoc|csv|tsv|njk|hbs|ejs|pug|liquid|mustache|svg|png|jpe?g|gif|webp|avif|ico|bmp|tiff?|mp[34]|webm|ogg|wav|woff2?|ttf|otf|eot|pdf|lock|log|map|zip|gz|tsbuildinfo)$/i;

const SOURCE_FOLDERS = new Set(
  `src source app pages components layouts views routes composables hooks stores stories public static assets
  images img fonts media styles css content posts blog i18n locales test tests __tests__ e2e cypress`.split(
    /\s+/,
  ),
);
/** Written by builds and installs. */
const GENERATED_FOLDERS = new Set(
  `node_modules bower_components .git .hg .svn dist out _site _build _book coverage storybook-static .next .nuxt .output
  .svelte-kit .astro .angular .cache .turbo .parcel-cache .vite .nx .docusaurus .vercel .netlify .wrangler .expo
  .vinxi .tanstack .pnpm-store .venv __pycache__ .pytest_cache .jekyll-cache .sass-cache .idea .vscode .vs .github
  .gitlab .history target tmp playwright-report test-results`.split(/\s+/),
);
/** Folders that tools with a hidden folder of their own write into it. */
const TOOL_CACHES = /^(?:cache|unplugged|temp|\.temp|dist|storage)$/;

const isInert = (name: string): boolean => TYPES.test(name) || INERT_NAMES.test(name) || PASSING.test(name);

/** Whether a program may run a file of this name, or be configured by it. */
export function isCode(name: string): boolean {
  if (isInert(name) || isLockfile(name)) return false;
  if (CODE.test(name)) return true;
  if (DATA.test(name)) return name.startsWith('.') || CONFIGURATION.test(name);
  return (name.startsWith('.') || !name.includes('.')) && !CONTENT.test(name);
}

/** Whether a command that names this file may run it; it may name data that is configuration. */
export const mayBeRun = (name: string): boolean => !isInert(name) && (CODE.test(name) || !CONTENT.test(name));

/** What package managers write: versions and checksums of packages, also in texts of great length. */
export const LOCKFILES: readonly string[] =
  `package-lock.json npm-shrinkwrap.json pnpm-lock.yaml yarn.lock bun.lock bun.lockb deno.lock`.split(' ');

export const isLockfile = (name: string): boolean => LOCKFILES.includes(name);

/** Whether a folder of a package holds the sources of its pages. */
export const isSourceFolder = (name: string): boolean => SOURCE_FOLDERS.has(name.toLowerCase());

/** Whether builds, installs and editors write this folder. `parent` is the name of the folder around it. */
export const isGeneratedFolder = (name: string, parent: string): boolean =>
  GENERATED_FOLDERS.has(name) || (parent.startsWith('.') && TOOL_CACHES.test(name));
