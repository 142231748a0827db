/** Packages of npm whose pages are fixtures: the same page in two published versions. See `tests/locator/README.md`. */

export type Half = 'published-tuning' | 'published-heldOut';

interface PublishedPage {
  version: string;
  /** The page's file in the package. */
  page: string;
}

export interface PublishedPackage {
  /** Folder of the fixture. */
  name: string;
  package: string;
  license: string;
  half: Half;
  kind: 'admin' | 'components' | 'docs' | 'editor' | 'landing' | 'other';
  /** Whether both versions have the same major number. */
  major: 'same' | 'other';
  before: PublishedPage;
  after: PublishedPage;
  /** Selector of the part that is kept, for pages that are too large. */
  within?: string;
  /** Whether the page needs the packages it depends on. */
  needsDependencies?: true;
}

const page = (version: string, file: string): PublishedPage => ({ version, page: file });

export const PACKAGES: readonly PublishedPackage[] = [
  {
    name: 'sb-admin-2',
    package: 'startbootstrap-sb-admin-2',
    license: 'MIT',
    half: 'published-tuning',
    kind: 'admin',
    major: 'other',
    before: page('3.3.7', 'pages/index.html'),
    after: page('4.1.4', 'index.html'),
  },
];
