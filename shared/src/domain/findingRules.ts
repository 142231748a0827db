/** Rules that pages are measured by, with what people read about them. The words are ours, never those of a page. */

/** `look` is not a rule's own severity: it marks a result that a person must judge. */
export const SEVERITIES = ['fault', 'hint', 'look'] as const;
export type Severity = (typeof SEVERITIES)[number];

type RuleRow = readonly [severity: 'fault' | 'hint', what: string, fix: string];

/** Rules of axe-core, by its ids. */
const AXE_RULES = {
  accesskeys: ['hint', 'Two elements share an access key', 'Give each access key to one element only.'],
  'area-alt': ['fault', 'Area of an image map without a name', 'Describe where the area leads in `alt`.'],
  'aria-allowed-attr': [
    'fault',
    'ARIA attribute that the role does not allow',
    'Remove it or change the role.',
  ],
  'aria-allowed-role': [
    'hint',
    'Role that does not fit the element',
    'Use an element that has the role itself.',
  ],
  'aria-braille-equivalent': [
    'fault',
    'Braille text without a text to read',
    'Give it an accessible name as well.',
  ],
  'aria-command-name': ['fault', 'Button or link without a name', 'Give it text or an `aria-label`.'],
  'aria-conditional-attr': [
    'fault',
    'ARIA attribute used against its rules',
    'Use the native state, such as `checked`.',
  ],
  'aria-deprecated-role': ['fault', 'Role that no longer exists', 'Replace it with a current role.'],
  'aria-dialog-name': ['hint', 'Dialog without a name', 'Point `aria-labelledby` to its heading.'],
  'aria-hidden-body': [
    'fault',
    'Whole page hidden from screen readers',
    'Remove `aria-hidden` from the body.',
  ],
  'aria-hidden-focus': [
    'fault',
    'Hidden element can be reached by keyboard',
    'Add `inert`, or show it to screen readers.',
  ],
  'aria-input-field-name': ['fault', 'Input without a name', 'Connect it with a label.'],
  'aria-meter-name': ['fault', 'Meter without a name', 'Name what it measures in `aria-label`.'],
  'aria-progressbar-name': ['fault', 'Progress bar without a name', 'Name what progresses in `aria-label`.'],
  'aria-prohibited-attr': [
    'fault',
    'ARIA attribute that has no effect here',
    'Remove it or give the element a role.',
  ],
  'aria-required-attr': [
    'fault',
    'Role without a state it needs',
    'Add the attributes that the role requires.',
  ],
  'aria-required-children': [
    'fault',
    'Role without the children it needs',
    'Put elements of the required role inside.',
  ],
  'aria-required-parent': [
    'fault',
    'Role outside the parent it needs',
    'Put it inside an element of the required role.',
  ],
  'aria-roles': ['fault', 'Role that does not exist', 'Use a role of the ARIA specification.'],
  'aria-tab-name': ['fault', 'Tab without a name', 'Give it text or an `aria-label`.'],
  'aria-text': ['hint', 'Text role around something focusable', 'Remove `role="text"` here.'],
  'aria-toggle-field-name': ['fault', 'Switch or checkbox without a name', 'Connect it with a label.'],
  'aria-tooltip-name': ['fault', 'Tooltip without text', 'Write the text into the tooltip.'],
  'aria-treeitem-name': ['hint', 'Tree item without a name', 'Give it text or an `aria-label`.'],
  'aria-valid-attr': ['fault', 'ARIA attribute that does not exist', 'Correct its spelling or remove it.'],
  'aria-valid-attr-value': [
    'fault',
    'ARIA attribute with an invalid value',
    'Use an allowed value or an existing id.',
  ],
  'autocomplete-valid': [
    'fault',
    'Wrong `autocomplete` on a field',
    'Use a value that names the data, such as `email`.',
  ],
  'avoid-inline-spacing': [
    'fault',
    'Text spacing that people cannot change',
    'Set spacing in a style sheet without `!important`.',
  ],
  blink: ['fault', 'Blinking text', 'Remove the `blink` element.'],
  'button-name': ['fault', 'Button without a name', 'Give it text or an `aria-label`.'],
  bypass: ['fault', 'No way to skip repeated content', 'Add a `main` element, headings or a skip link.'],
  'color-contrast': [
    'fault',
    'Text has too little contrast',
    'Make the text darker or its background lighter, or the reverse.',
  ],
  'definition-list': [
    'fault',
    'Description list with wrong children',
    'Put only `dt`, `dd` or `div` into `dl`.',
  ],
  dlitem: ['fault', 'Description outside a list', 'Put `dt` and `dd` into a `dl`.'],
  'document-title': ['fault', 'Page without a title', 'Write what the page is into `title`.'],
  'duplicate-id-aria': [
    'fault',
    'Same id twice, and a label refers to it',
    'Give every element an id of its own.',
  ],
  'empty-heading': ['hint', 'Heading without text', 'Write text into it or remove it.'],
  'empty-table-header': ['hint', 'Table heading without text', 'Name the column or row.'],
  'form-field-multiple-labels': ['fault', 'Field with several labels', 'Keep one label for the field.'],
  'frame-focusable-content': [
    'fault',
    'Frame that the keyboard cannot enter',
    'Remove `tabindex="-1"` from the frame.',
  ],
  'frame-title': ['fault', 'Frame without a title', 'Say what it shows in `title`.'],
  'frame-title-unique': ['fault', 'Frames with the same title', 'Give every frame a title of its own.'],
  'heading-order': ['hint', 'Heading level is skipped', 'Use the next level, and CSS for the size.'],
  'html-has-lang': ['fault', 'Page without a language', 'Add `lang` to the `html` element.'],
  'html-lang-valid': ['fault', 'Language of the page is invalid', 'Use a language code such as `en`.'],
  'html-xml-lang-mismatch': [
    'fault',
    'Two different languages for the page',
    'Use the same in `lang` and `xml:lang`.',
  ],
  'image-alt': [
    'fault',
    'Image without alternative text',
    'Describe it in `alt`, or leave `alt` empty for decoration.',
  ],
  'image-redundant-alt': ['hint', 'Image repeats the text beside it', 'Leave `alt` empty.'],
  'input-button-name': ['fault', 'Button without a name', 'Write its text into `value`.'],
  'input-image-alt': ['fault', 'Image button without a name', 'Say what it does in `alt`.'],
  label: ['fault', 'Field without a label', 'Connect a `label` with the field.'],
  'label-content-name-mismatch': [
    'fault',
    'Name does not contain the visible text',
    'Begin the name with the visible text.',
  ],
  'label-title-only': ['hint', 'Field whose label is invisible', 'Add a visible label.'],
  'landmark-banner-is-top-level': [
    'hint',
    'Page header inside another landmark',
    'Move it out, or make it an ordinary element.',
  ],
  'landmark-contentinfo-is-top-level': [
    'hint',
    'Page footer inside another landmark',
    'Move it out, or make it an ordinary element.',
  ],
  'landmark-main-is-top-level': ['hint', 'Main content inside another landmark', 'Move `main` out of it.'],
  'landmark-no-duplicate-banner': ['hint', 'Several page headers', 'Keep one `header` at the top level.'],
  'landmark-no-duplicate-contentinfo': [
    'hint',
    'Several page footers',
    'Keep one `footer` at the top level.',
  ],
  'landmark-no-duplicate-main': ['hint', 'Several main contents', 'Keep one `main` element.'],
  'landmark-one-main': ['hint', 'Page without a main content', 'Put the content into a `main` element.'],
  'landmark-unique': ['hint', 'Landmarks that cannot be distinguished', 'Name each of them in `aria-label`.'],
  'link-in-text-block': [
    'fault',
    'Link in text differs by color only',
    'Underline it, or raise its contrast to the text.',
  ],
  'link-name': ['fault', 'Link without a name', 'Give it text or an `aria-label`.'],
  list: ['fault', 'List with children that are no items', 'Put only `li` into `ul` and `ol`.'],
  listitem: ['fault', 'List item outside a list', 'Put it into a `ul` or `ol`.'],
  marquee: ['fault', 'Moving text', 'Remove the `marquee` element.'],
  'meta-refresh': ['fault', 'Page reloads automatically', 'Remove the refresh, or let people start it.'],
  'meta-viewport': ['fault', 'Zooming is disabled', 'Remove `user-scalable=no` and `maximum-scale`.'],
  'meta-viewport-large': ['hint', 'Zooming is limited', 'Allow a `maximum-scale` of 5 or more.'],
  'nested-interactive': ['fault', 'Control inside another control', 'Place them side by side.'],
  'no-autoplay-audio': ['fault', 'Sound plays automatically', 'Let people start it, or mute it.'],
  'object-alt': ['fault', 'Embedded object without a text', 'Add an `aria-label` or a `title`.'],
  'page-has-heading-one': ['hint', 'Page without a main heading', 'Add one `h1` that names the page.'],
  'presentation-role-conflict': [
    'hint',
    'Decorative element can be focused',
    'Remove its role, or what makes it focusable.',
  ],
  region: ['hint', 'Content outside all landmarks', 'Put it into `main`, `nav`, `header` or `footer`.'],
  'role-img-alt': ['fault', 'Image without a text', 'Describe it in `aria-label`.'],
  'scope-attr-valid': [
    'hint',
    'Table heading with a wrong scope',
    'Use `scope` on `th` with `row` or `col`.',
  ],
  'scrollable-region-focusable': ['fault', 'Keyboard cannot scroll this area', 'Add `tabindex="0"` to it.'],
  'select-name': ['fault', 'Choice without a label', 'Connect a `label` with it.'],
  'server-side-image-map': [
    'fault',
    'Image map that the keyboard cannot use',
    'Use an image map of the client, or links.',
  ],
  'skip-link': ['hint', 'Skip link leads nowhere', 'Point it to the id of the main content.'],
  'summary-name': ['fault', 'Fold without a name', 'Write text into its `summary`.'],
  'svg-img-alt': ['fault', 'Drawing without a text', 'Add a `title` inside, or an `aria-label`.'],
  'table-duplicate-name': ['hint', 'Table with the same text twice', 'Let caption and summary differ.'],
  'td-headers-attr': ['fault', 'Cell refers to a missing heading', 'Correct the ids in `headers`.'],
  'th-has-data-cells': ['fault', 'Table heading without cells', 'Use `th` for headings of cells only.'],
  'valid-lang': ['fault', 'Language of a text is invalid', 'Use a language code such as `fr`.'],
  'video-caption': ['fault', 'Video without captions', 'Add a `track` with captions.'],
} as const satisfies Record<string, RuleRow>;

/** Rules measured by the preview agent itself. */
const OWN_RULES = {
  'target-small': [
    'fault',
    'Tap target is too small',
    'Make it at least 24 × 24 px, or move it away from its neighbors.',
  ],
  'target-narrow': ['hint', 'Tap target is hard to hit by finger', 'Make it at least 44 × 44 px on phones.'],
  'text-tiny': ['fault', 'Text is too small to read', 'Use at least 12 px, better 16 px.'],
  'text-small': ['hint', 'Body text is small', 'Use at least 14 px, better 16 px.'],
  'line-long': ['hint', 'Lines are too long', 'Limit the width of the text to about 75 characters.'],
  'page-overflow': [
    'fault',
    'Page scrolls sideways on a phone',
    'Let the element shrink or wrap: `max-width: 100%`.',
  ],
  'text-clipped': ['fault', 'Text is cut off', 'Let its box grow with the text.'],
  'tab-order': [
    'fault',
    'Tab order differs from the page',
    'Remove the positive `tabindex` and order the elements.',
  ],
  'tab-jump': ['hint', 'Tab jumps back over the page', 'Order the elements in the source as they are shown.'],
  'focus-invisible': ['fault', 'Keyboard focus is invisible', 'Give it a visible `:focus-visible` style.'],
  'image-broken': ['fault', 'Image does not load', 'Correct its address, or stage the file too.'],
  'image-unsized': ['hint', 'Image moves the page while it loads', 'Set its `width` and `height`.'],
  'image-large': [
    'hint',
    'Image is larger than it is shown',
    'Deliver it in about the size in which it is shown.',
  ],
  'link-dead': [
    'fault',
    'Link leads to a page that does not exist',
    'Correct its address, or stage the page too.',
  ],
  'label-placeholder': [
    'fault',
    'Placeholder is the only label',
    'Add a label that stays visible while typing.',
  ],
  'field-autocomplete': ['hint', 'Browser cannot fill in this field', 'Add the fitting `autocomplete`.'],
  'page-heavy': ['hint', 'Page is heavy', 'Compress images and leave out what the page does not need.'],
  'fonts-many': ['hint', 'Page loads many fonts', 'Use at most four font files.'],
} as const satisfies Record<string, RuleRow>;

const RULES = { ...AXE_RULES, ...OWN_RULES } as const;

export type FindingRule = keyof typeof RULES;
export const FINDING_RULES = Object.keys(RULES) as FindingRule[];
/** The rules that axe-core checks. */
export const AXE_RULE_IDS = Object.keys(AXE_RULES) as (keyof typeof AXE_RULES)[];

const WCAG = 'https://www.w3.org/WAI/WCAG22/Understanding/';
const LINKS: Record<keyof typeof OWN_RULES, string> = {
  'target-small': `${WCAG}target-size-minimum`,
  'target-narrow': `${WCAG}target-size-enhanced`,
  'text-tiny': `${WCAG}resize-text`,
  'text-small': `${WCAG}resize-text`,
  'line-long': `${WCAG}visual-presentation`,
  'page-overflow': `${WCAG}reflow`,
  'text-clipped': `${WCAG}reflow`,
  'tab-order': `${WCAG}focus-order`,
  'tab-jump': `${WCAG}focus-order`,
  'focus-invisible': `${WCAG}focus-visible`,
  'image-broken': `${WCAG}non-text-content`,
  'image-unsized': 'https://web.dev/articles/optimize-cls',
  'image-large': 'https://web.dev/articles/serve-images-with-correct-dimensions',
  'link-dead': `${WCAG}link-purpose-in-context`,
  'label-placeholder': `${WCAG}labels-or-instructions`,
  'field-autocomplete': `${WCAG}identify-input-purpose`,
  'page-heavy': 'https://web.dev/articles/total-byte-weight',
  'fonts-many': 'https://web.dev/articles/reduce-webfont-size',
};
const isOwn = (rule: FindingRule): rule is keyof typeof OWN_RULES => rule in OWN_RULES;

/** What people read about a rule. `link` explains it. */
export interface RuleWords {
  what: string;
  fix: string;
  link: string;
}

/** Returns the words of a rule. */
export function wordsOf(rule: FindingRule): RuleWords {
  const [, what, fix] = RULES[rule];
  return {
    what,
    fix,
    link: isOwn(rule) ? LINKS[rule] : `https://dequeuniversity.com/rules/axe/4.14/${rule}`,
  };
}

/** Returns the severity of what a rule finds for certain. */
export const severityOf = (rule: FindingRule): Exclude<Severity, 'look'> => RULES[rule][0];
