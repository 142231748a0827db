/** Packages of npm whose pages are fixtures: the same page in two published versions. See `tests/locator/README.md`. */

type Half = 'published-tuning' | 'published-heldOut';

interface PublishedPage {
  version: string;
  /** The page's file in the package. */
  page: string;
  /** Folder whose files the page addresses from `/`; empty for the package's own. */
  root: string;
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
}

const page = (version: string, file: string, root = ''): PublishedPage => ({ version, page: file, root });

export const PACKAGES: readonly PublishedPackage[] = [
  {
    name: 'admin-lte-mailbox',
    package: 'admin-lte',
    license: 'MIT',
    half: 'published-tuning',
    kind: 'admin',
    major: 'other',
    before: page('2.4.18', 'pages/mailbox/mailbox.html'),
    after: page('4.0.0', 'dist/mailbox/inbox.html'),
  },
  {
    name: 'admin-lte-profile',
    package: 'admin-lte',
    license: 'MIT',
    half: 'published-tuning',
    kind: 'admin',
    major: 'other',
    before: page('3.2.0', 'pages/examples/profile.html'),
    after: page('4.0.0', 'dist/pages/profile.html'),
  },
  {
    name: 'agency',
    package: 'startbootstrap-agency',
    license: 'MIT',
    half: 'published-tuning',
    kind: 'landing',
    major: 'other',
    before: page('4.0.0-beta', 'index.html'),
    after: page('7.0.12', 'dist/index.html'),
  },
  {
    name: 'clean-blog',
    package: 'startbootstrap-clean-blog',
    license: 'MIT',
    half: 'published-tuning',
    kind: 'other',
    major: 'other',
    before: page('1.0.0', 'index.html'),
    after: page('6.0.9', 'dist/index.html'),
  },
  {
    name: 'creative',
    package: 'startbootstrap-creative',
    license: 'MIT',
    half: 'published-tuning',
    kind: 'landing',
    major: 'other',
    before: page('4.1.1', 'index.html'),
    after: page('7.0.7', 'dist/index.html'),
  },
  {
    name: 'gentelella',
    package: 'gentelella',
    license: 'MIT',
    half: 'published-tuning',
    kind: 'admin',
    major: 'other',
    before: page('1.4.0', 'production/profile.html'),
    after: page('4.2.0', 'production/profile.html', 'dist'),
  },
  {
    name: 'grayscale',
    package: 'startbootstrap-grayscale',
    license: 'MIT',
    half: 'published-tuning',
    kind: 'landing',
    major: 'other',
    before: page('3.3.7', 'index.html'),
    after: page('7.0.6', 'dist/index.html'),
  },
  {
    name: 'material-dashboard',
    package: 'material-dashboard',
    license: 'MIT',
    half: 'published-tuning',
    kind: 'admin',
    major: 'other',
    before: page('2.1.0', 'examples/dashboard.html'),
    after: page('3.1.0', 'pages/dashboard.html'),
  },
  {
    name: 'patternfly',
    package: 'patternfly',
    license: 'Apache-2.0',
    half: 'published-tuning',
    kind: 'components',
    major: 'other',
    before: page('2.10.0', 'tests/dashboard.html'),
    after: page('3.25.0', 'dist/tests/dashboard.html'),
  },
  {
    name: 'sb-admin',
    package: 'startbootstrap-sb-admin',
    license: 'MIT',
    half: 'published-tuning',
    kind: 'admin',
    major: 'other',
    before: page('4.0.0', 'index.html'),
    after: page('7.0.7', 'dist/index.html'),
  },
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
  {
    name: 'spectre-components',
    package: 'spectre.css',
    license: 'MIT',
    half: 'published-tuning',
    kind: 'docs',
    major: 'other',
    before: page('0.2.14', 'docs/components.html'),
    after: page('0.4.6', 'docs/components.html'),
  },
  {
    name: 'spectre',
    package: 'spectre.css',
    license: 'MIT',
    half: 'published-tuning',
    kind: 'docs',
    major: 'other',
    before: page('0.2.14', 'docs/index.html'),
    after: page('0.5.9', 'docs/getting-started.html'),
  },
  {
    name: 'new-age',
    package: 'startbootstrap-new-age',
    license: 'MIT',
    half: 'published-tuning',
    kind: 'landing',
    major: 'other',
    before: page('3.3.7', 'index.html'),
    after: page('6.0.7', 'dist/index.html'),
  },
  {
    name: 'stylish-portfolio',
    package: 'startbootstrap-stylish-portfolio',
    license: 'MIT',
    half: 'published-tuning',
    kind: 'landing',
    major: 'other',
    before: page('3.3.7', 'index.html'),
    after: page('6.0.6', 'dist/index.html'),
  },
  {
    name: 'gentelella-contacts',
    package: 'gentelella',
    license: 'MIT',
    half: 'published-tuning',
    kind: 'admin',
    major: 'other',
    before: page('1.4.0', 'production/contacts.html'),
    after: page('4.2.0', 'production/contacts.html', 'dist'),
  },
  {
    name: 'gentelella-pricing',
    package: 'gentelella',
    license: 'MIT',
    half: 'published-tuning',
    kind: 'admin',
    major: 'other',
    before: page('1.4.0', 'production/pricing_tables.html'),
    after: page('4.2.0', 'production/pricing_tables.html', 'dist'),
  },
  {
    name: 'admin-lte-timeline',
    package: 'admin-lte',
    license: 'MIT',
    half: 'published-tuning',
    kind: 'admin',
    major: 'other',
    before: page('2.4.18', 'pages/UI/timeline.html'),
    after: page('3.2.0', 'pages/UI/timeline.html'),
  },
  {
    name: 'material-profile',
    package: 'material-dashboard',
    license: 'MIT',
    half: 'published-tuning',
    kind: 'admin',
    major: 'other',
    before: page('2.1.0', 'examples/user.html'),
    after: page('3.1.0', 'pages/profile.html'),
  },
  {
    name: 'underscore',
    package: 'underscore',
    license: 'MIT',
    half: 'published-tuning',
    kind: 'docs',
    major: 'same',
    before: page('1.1.0', 'index.html'),
    after: page('1.2.0', 'index.html'),
  },
  {
    name: 'medium-editor',
    package: 'medium-editor',
    license: 'MIT',
    half: 'published-tuning',
    kind: 'editor',
    major: 'other',
    before: page('4.12.12', 'demo/index.html'),
    after: page('5.23.3', 'demo/index.html'),
  },
];
