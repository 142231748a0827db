import { HEADERS_BYTES, parseHeaders } from './headersFile.ts';
import { type IgnoredLine, parseRedirects, REDIRECTS_BYTES } from './redirects.ts';
import { HEADERS_FILE, REDIRECTS_FILE } from './settingsFiles.ts';

/** A file with rules for how a version is served. */
export interface SettingsRules {
  file: string;
  /** Bytes that suffice to read what counts, and to notice that there is more. */
  bytes: number;
  /** Returns the lines of its text that are not followed. */
  ignoredIn: (text: string) => IgnoredLine[];
}

/** Every file with rules, in the order in which their ignored lines are named. */
export const SETTINGS_RULES: readonly SettingsRules[] = [
  {
    file: REDIRECTS_FILE,
    bytes: REDIRECTS_BYTES + 1,
    ignoredIn: (text) => parseRedirects(text).ignored,
  },
  { file: HEADERS_FILE, bytes: HEADERS_BYTES + 1, ignoredIn: (text) => parseHeaders(text).ignored },
];
