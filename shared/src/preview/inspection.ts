import * as z from 'zod/mini';
import { blankSecrets } from '../domain/blankSecrets.ts';
import { projectPath } from '../domain/projectPath.ts';
import { TAG_MAX } from '../locator/limits.ts';
import { storableText } from '../locator/storableText.ts';
import * as limits from './inspectionLimits.ts';

/**
 * What the preview agent saw when a comment was written, for coding agents: each element, where it is in the source, and
 * what failed on the page. All of it comes from an untrusted page: it is cleaned here, where both the viewer and the
 * server parse it, and is data wherever it is shown.
 */

const NO_CONTROLS = /^[^\p{Cc}]*$/u;
const line = (max: number) => storableText(max).check(z.regex(NO_CONTROLS));
/** The length is checked first, so that a search in the text is never long. */
const cleanText = (max: number) =>
  storableText(max).check(z.overwrite((text) => blankSecrets(text).slice(0, max).toWellFormed()));

/**
 * How sure a source is. `exact`: the build of the prototype says so. `likely`: derived from what it says. `hint`: a text
 * to search for.
 */
export const CERTAINTIES = ['exact', 'likely', 'hint'] as const;

/** What names the place of an element in the source. */
export const SOURCE_ORIGINS = ['attribute', 'react', 'vue', 'svelte', 'solid', 'page'] as const;

const position = z.int().check(z.gte(1), z.lte(10_000_000));

/** A file of the project; what is outside of it is cut off. */
const SourceFile = line(limits.FILE_MAX).check(
  z.overwrite((path) => projectPath(path)?.path ?? ''),
  z.minLength(1),
);

/** Where an element may be in the source of the prototype. */
export const ElementSource = z.strictObject({
  certainty: z.enum(CERTAINTIES),
  by: z.enum(SOURCE_ORIGINS),
  /** Path in the project. */
  file: z.optional(SourceFile),
  line: z.optional(position),
  column: z.optional(position),
  /** Names of the components that it is in, innermost first. */
  components: z.optional(z.array(cleanText(limits.COMPONENT_MAX)).check(z.maxLength(limits.COMPONENTS_MAX))),
  /** Texts to search the source for. */
  search: z.optional(z.array(cleanText(limits.SEARCH_MAX)).check(z.maxLength(limits.SEARCHES_MAX))),
});
export type ElementSource = z.infer<typeof ElementSource>;

const coordinate = z.int().check(z.gte(-10_000_000), z.lte(10_000_000));

/** An element of a comment, beyond what finds it again. */
export const InspectedElement = z.strictObject({
  role: line(TAG_MAX),
  /** Its text, without what a person typed. */
  text: cleanText(limits.INSPECTED_TEXT_MAX),
  /** Its box in CSS pixels of the preview. */
  box: z.strictObject({ x: coordinate, y: coordinate, width: coordinate, height: coordinate }),
  /** Computed styles that differ from those of such an element without any style, as `property: value`. */
  styles: z.array(cleanText(limits.STYLE_MAX)).check(z.maxLength(limits.STYLES_MAX)),
  /** The surest first. */
  sources: z.array(ElementSource).check(z.maxLength(limits.SOURCES_MAX)),
});
export type InspectedElement = z.infer<typeof InspectedElement>;

export const PageError = z.strictObject({
  kind: z.enum(['console', 'error', 'rejection']),
  text: cleanText(limits.ERROR_MAX),
});
export type PageError = z.infer<typeof PageError>;

/** A request of the page that failed. */
export const FailedRequest = z.strictObject({
  /** Null where the browser does not say it. */
  method: z.nullable(z.string().check(z.regex(/^[A-Z]{1,10}$/))),
  /** Its path without query; of another origin with the host before it. */
  path: cleanText(limits.REQUEST_PATH_MAX),
  /** 0: there was no response. */
  status: z.int().check(z.gte(0), z.lte(999)),
});
export type FailedRequest = z.infer<typeof FailedRequest>;

export const Inspection = z
  .strictObject({
    /** The elements in the order in which they were picked. */
    elements: z.array(InspectedElement).check(z.minLength(1), z.maxLength(limits.ELEMENTS_MAX)),
    /** The color scheme that the browser asks for. */
    scheme: z.enum(['light', 'dark']),
    errors: z.array(PageError).check(z.maxLength(limits.ERRORS_MAX)),
    requests: z.array(FailedRequest).check(z.maxLength(limits.REQUESTS_MAX)),
  })
  .check(z.refine((inspection) => JSON.stringify(inspection).length <= limits.INSPECTION_MAX));
export type Inspection = z.infer<typeof Inspection>;
