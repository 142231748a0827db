import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A site generator that is not installed by a package manager of JavaScript. */
export interface Generator {
  name: string;
  /** Command that builds the site. */
  command: string;
  /** Where it writes by default, best first, relative to the folder. */
  outputs: readonly string[];
}

/** Reads the folder that a generator may be used in. */
interface Files {
  has: (...names: string[]) => boolean;
  /** Returns an empty text for what is missing or cannot be read. */
  read: (name: string) => string;
}

/** Returns the generator when the files are its project's. */
type Recognize = (files: Files) => Generator | null;

const whenever =
  (isUsed: (files: Files) => boolean, generator: Generator): Recognize =>
  (files) =>
    isUsed(files) ? generator : null;

const configOf = ({ read }: Files): string =>
  ['toml', 'yaml', 'yml', 'json'].map((ending) => read(`config.${ending}`)).join('\n');

const SPHINX_SOURCES = ['.', 'source', 'docs', 'docs/source', 'doc', 'doc/source'];

function sphinx({ has, read }: Files): Generator | null {
  const source = SPHINX_SOURCES.find(
    (folder) =>
      /^\s*(extensions|html_theme|project)\s*=/m.test(read(`${folder}/conf.py`)) &&
      has(`${folder}/index.rst`, `${folder}/index.md`),
  );
  if (source === undefined) return null;
  const [folder = '.'] = source.split('/');
  const makes = ['.', folder === 'source' ? '.' : folder].find((place) =>
    /sphinx/i.test(read(`${place}/Makefile`)),
  );
  const command =
    makes === undefined
      ? `sphinx-build -b html ${source} ${path.posix.join(folder === 'source' ? '.' : folder, '_build/html')}`
      : `make ${makes === '.' ? '' : `-C ${makes} `}html`;
  const outputs = ['_build/html', 'build/html', 'docs/_build/html', 'docs/build/html', 'doc/_build/html'];
  return { name: 'Sphinx', command, outputs };
}

function jekyll({ has, read }: Files): Generator | null {
  const usesGem = /jekyll|github-pages/.test(read('Gemfile'));
  if (
    !has('_config.yml', '_config.yaml') ||
    !(usesGem || has('_posts', '_layouts', 'index.md', 'index.html'))
  )
    return null;
  return {
    name: 'Jekyll',
    command: usesGem ? 'bundle exec jekyll build' : 'jekyll build',
    outputs: ['_site'],
  };
}

/** The order matters: some generators share the names of their configuration. */
const GENERATORS: readonly Recognize[] = [
  whenever(({ has }) => has('mkdocs.yml', 'mkdocs.yaml'), {
    name: 'MkDocs',
    command: 'mkdocs build',
    outputs: ['site'],
  }),
  whenever(
    (files) => /^\s*base_url\s*=/m.test(files.read('config.toml')) && files.has('content', 'templates'),
    {
      name: 'Zola',
      command: 'zola build',
      outputs: ['public'],
    },
  ),
  whenever(
    (files) =>
      files.has('hugo.toml', 'hugo.yaml', 'hugo.yml', 'hugo.json', 'config/_default/hugo.toml') ||
      (files.has('content', 'layouts', 'themes') && /\bbaseurl\b/i.test(configOf(files))),
    { name: 'Hugo', command: 'hugo', outputs: ['public'] },
  ),
  whenever(({ has }) => has('book.toml'), { name: 'mdBook', command: 'mdbook build', outputs: ['book'] }),
  whenever(({ has }) => has('_quarto.yml', '_quarto.yaml'), {
    name: 'Quarto',
    command: 'quarto render',
    outputs: ['_site', '_book', 'docs'],
  }),
  whenever(({ has }) => has('_toc.yml') && has('_config.yml'), {
    name: 'Jupyter Book',
    command: 'jupyter-book build .',
    outputs: ['_build/html'],
  }),
  whenever(({ has }) => has('pelicanconf.py'), {
    name: 'Pelican',
    command: 'pelican content',
    outputs: ['output'],
  }),
  sphinx,
  jekyll,
  whenever(({ has }) => has('pubspec.yaml') && has('web/index.html'), {
    name: 'Flutter',
    command: 'flutter build web',
    outputs: ['build/web'],
  }),
  whenever(({ has }) => has('Doxyfile'), {
    name: 'Doxygen',
    command: 'doxygen',
    outputs: ['html', 'docs/html', 'doc/html'],
  }),
];

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Recognizes a site generator by the files of a folder; null when it is none of those known. */
export function generatorIn(folder: string): Generator | null {
  const files: Files = {
    has: (...names) => names.some((name) => existsSync(path.join(folder, name))),
    read: (name) => readText(path.join(folder, name)),
  };
  for (const recognize of GENERATORS) {
    const generator = recognize(files);
    if (generator) return generator;
  }
  return null;
}
