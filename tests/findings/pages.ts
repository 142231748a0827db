import { crc32, deflateSync } from 'node:zlib';
import type { FindingRule } from '@stagelink/shared/domain/findingRules';

/** A page with a known list of faults. What a rule finds besides them is a false alarm. */
export interface FixturePage {
  name: string;
  html: string;
  faults: FindingRule[];
}

/** A part of a page and the faults seeded in it. */
interface Part {
  faults: FindingRule[];
  body?: string;
  css?: string;
  /** Replaces a part of the sound page. */
  replace?: readonly [string, string];
}

const CSS = `body{margin:0;font:16px/1.5 sans-serif;color:#222;background:#fff}
header,main,footer{padding:16px;max-width:640px}nav ul{display:flex;flex-wrap:wrap;gap:8px;padding:0;list-style:none}
button{font:inherit}nav a,button{display:inline-block;padding:12px 16px;min-width:44px;min-height:24px}
input,select{display:block;font:inherit;padding:12px;box-sizing:border-box;min-height:48px;max-width:100%}
label{display:block;margin-top:12px}img{max-width:100%}`;

const SOUND = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Harbor Store</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${CSS}/*css*/</style></head><body>
<header><nav aria-label="Main"><ul><li><a href="/">Home</a></li><li><a href="/about.html">About us</a></li></ul></nav></header>
<main><h1>Harbor Store</h1><p>We sell ropes, lamps and other things that ships need, and repair what is broken.</p>
<!--body--></main><footer><p>Open from Monday to Friday, from nine to five.</p></footer></body></html>`;

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, sum]);
}

/** Returns the address of a black picture of this size. */
function png(width: number, height: number): string {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1; // one bit a pixel, without color
  const rows = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))));
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const file = [signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))];
  return `data:image/png;base64,${Buffer.concat(file).toString('base64')}`;
}

const PIXEL = png(1, 1);
const image = (attributes: string) => `<p><img src="${PIXEL}" width="80" height="60" ${attributes}></p>`;
const LONG = 'Ropes of hemp are strong, and they last for years when they are kept dry and clean. '.repeat(6);

/** Every seeded fault by name. */
const PARTS: Record<string, Part> = {
  contrast: { faults: ['color-contrast'], body: '<p style="color:#aaa">Delivered within three days.</p>' },
  contrastOnColor: {
    faults: ['color-contrast'],
    body: '<p style="background:#2563eb;color:#1e3a8a;padding:8px">A sale until Sunday.</p>',
  },
  noAlt: { faults: ['image-alt'], body: image('') },
  iconButton: {
    faults: ['button-name'],
    body: '<button><svg width="20" height="20" aria-hidden="true"><circle r="9" cx="10" cy="10"/></svg></button>',
  },
  emptyLink: {
    faults: ['link-name'],
    body: '<p><a href="/about.html" style="display:inline-block;width:48px;height:48px"></a></p>',
  },
  unlabelled: { faults: ['label'], body: '<input name="note">' },
  unlabelledChoice: {
    faults: ['select-name'],
    body: '<select><option>Rope</option><option>Lamp</option></select>',
  },
  placeholder: { faults: ['label-placeholder'], body: '<input placeholder="Your note">' },
  autocomplete: {
    faults: ['field-autocomplete'],
    body: '<label for="m">Email</label><input id="m" type="email">',
  },
  wrongAutocomplete: {
    faults: ['autocomplete-valid'],
    body: '<label for="m">Email</label><input id="m" type="email" autocomplete="mail-address">',
  },
  noLanguage: { faults: ['html-has-lang'], replace: ['<html lang="en">', '<html>'] },
  wrongLanguage: { faults: ['html-lang-valid'], replace: ['<html lang="en">', '<html lang="xx-Ship">'] },
  noTitle: { faults: ['document-title'], replace: ['<title>Harbor Store</title>', ''] },
  noZoom: {
    faults: ['meta-viewport'],
    replace: ['initial-scale=1"', 'initial-scale=1, user-scalable=no"'],
  },
  noHeading: {
    faults: ['page-has-heading-one'],
    replace: ['<h1>Harbor Store</h1>', '<h2>Harbor Store</h2>'],
  },
  skippedHeading: { faults: ['heading-order'], body: '<h4>Opening hours</h4><p>From nine to five.</p>' },
  noMain: { faults: ['landmark-one-main', 'region'], replace: ['<main>', '<div>'] },
  wrongRole: { faults: ['aria-roles'], body: '<div role="buton">Ropes of all kinds are in stock.</div>' },
  wrongAria: {
    faults: ['aria-valid-attr'],
    body: '<p aria-labeled="x">Ropes of all kinds are in stock.</p>',
  },
  missingState: {
    faults: ['aria-required-attr'],
    body: '<div role="checkbox" tabindex="0" style="padding:12px">Gift wrap</div>',
  },
  hiddenFocus: {
    faults: ['aria-hidden-focus'],
    body: '<div aria-hidden="true"><button>Add to cart</button></div>',
  },
  duplicateId: {
    faults: ['duplicate-id-aria'],
    body: '<p id="d">A</p><p id="d">B</p><button aria-describedby="d">Add to cart</button>',
  },
  wrongList: { faults: ['list'], body: '<ul><div>Rope</div></ul>' },
  looseItem: { faults: ['listitem'], body: '<div><li>Rope</li></div>' },
  nested: { faults: ['nested-interactive'], body: '<button>Buy <a href="/about.html">more</a></button>' },
  smallTargets: {
    faults: ['target-small'],
    body: '<div style="display:flex;gap:2px"><button style="all:unset;width:16px;height:16px;background:#222" aria-label="Less"></button><button style="all:unset;width:16px;height:16px;background:#222" aria-label="More"></button></div>',
  },
  narrowTarget: {
    faults: ['target-narrow'],
    body: '<button style="padding:4px 8px;height:32px">Undo</button>',
  },
  tinyText: {
    faults: ['text-tiny'],
    body: '<p style="font-size:10px">Prices include taxes of all kinds.</p>',
  },
  smallText: {
    faults: ['text-small'],
    body: '<p style="font-size:13px">Prices include taxes of all kinds.</p>',
  },
  longLines: {
    faults: ['line-long'],
    body: `<p style="position:relative;width:1200px;max-width:none;overflow-wrap:anywhere" class="long">${LONG}</p>`,
    css: '@media(max-width:600px){.long{width:auto!important}}',
  },
  overflow: {
    faults: ['page-overflow'],
    body: '<div style="width:520px;background:#eee">A wide table of prices</div>',
  },
  clipped: {
    faults: ['text-clipped'],
    body: '<p style="height:30px;overflow:hidden;width:120px">Ropes of all kinds are in stock and ready to be sent.</p>',
  },
  tabOrder: { faults: ['tab-order'], body: '<button tabindex="3">Add to cart</button>' },
  tabJump: {
    faults: ['tab-jump'],
    body: '<div style="display:flex;flex-direction:column-reverse"><div><button>First</button></div><div style="height:2400px"></div><div><button>Second</button></div></div>',
  },
  noFocus: {
    faults: ['focus-invisible'],
    css: '.plain:focus{outline:none}',
    body: '<button class="plain">Add to cart</button>',
  },
  brokenImage: {
    faults: ['image-broken'],
    body: '<img src="/missing.png" alt="A lamp" width="80" height="60">',
  },
  unsizedImage: { faults: ['image-unsized'], body: `<img src="${PIXEL}" alt="A lamp">` },
  largeImage: {
    faults: ['image-large'],
    body: `<img src="${png(1600, 1600)}" alt="A lamp" width="80" height="80">`,
  },
  deadLink: {
    faults: ['link-dead'],
    body: '<p><a href="/prices.html" style="padding:12px 0;display:inline-block">All prices</a></p>',
  },
  manyFonts: {
    faults: ['fonts-many'],
    css: [1, 2, 3, 4, 5]
      .map((n) => `@font-face{font-family:f${n};src:url(/f${n}.woff2)}.f${n}{font-family:f${n}}`)
      .join(''),
    body: [1, 2, 3, 4, 5].map((n) => `<span class="f${n}">${n}</span>`).join(' '),
  },
};

function build(name: string, parts: string[]): FixturePage {
  const used = parts.map((part) => {
    const found = PARTS[part];
    if (!found) throw new Error(`There is no part ${part}`);
    return found;
  });
  let html = SOUND.replace('<!--body-->', used.map(({ body = '' }) => body).join('\n')).replace(
    '/*css*/',
    used.map(({ css = '' }) => css).join(''),
  );
  for (const { replace } of used) if (replace) html = html.replace(replace[0], replace[1]);
  return { name, html, faults: used.flatMap(({ faults }) => faults) };
}

/** Sound parts that a rule could mistake for a fault. */
const SOUND_PARTS: Record<string, string> = {
  plain: '',
  form: '<form><label for="e">Email</label><input id="e" type="email" autocomplete="email" placeholder="you@example.com"><label for="p">Message</label><input id="p"><button>Send</button></form>',
  linksInText:
    '<p>Read <a href="/about.html">how we work</a>, and <a href="/">what we sell</a>, before you write to us.</p>',
  decoration: `${image('alt=""')}<p aria-hidden="true">*</p>`,
  ellipsis:
    '<p style="white-space:nowrap;overflow:hidden;text-overflow:ellipsis;width:160px">Ropes of all kinds are in stock.</p>',
  hidden:
    '<p style="position:absolute;width:1px;height:1px;overflow:hidden">Skip this long text for screen readers</p><p hidden style="color:#eee">Not shown to anyone at all</p>',
  scroller:
    '<div tabindex="0" role="region" aria-label="Prices" style="overflow-x:auto"><div style="width:900px">A wide table of prices</div></div>',
  focusRing:
    '<style>.ring{outline:none}.ring:focus-visible{box-shadow:0 0 0 3px #06f}button:focus:not(:focus-visible){outline:none}</style><button class="ring">Add to cart</button>',
  spaced:
    '<div style="display:flex;gap:40px"><button style="all:unset;padding:14px;height:16px;width:16px" aria-label="Less">-</button><button style="all:unset;padding:14px;height:16px;width:16px" aria-label="More">+</button></div>',
  choices:
    '<fieldset><legend>Color</legend><label style="padding:12px 0"><input type="radio" name="c" style="display:inline;min-height:0"> Red</label><label style="padding:12px 0"><input type="radio" name="c" style="display:inline;min-height:0"> Blue</label></fieldset>',
};

const sound = Object.entries(SOUND_PARTS).map(([name, body]) => ({
  name: `sound: ${name}`,
  html: SOUND.replace('<!--body-->', body),
  faults: [],
}));

/** Parts that are seeded together, so that one fault must not hide another. */
const TOGETHER: string[][] = [
  ['contrast', 'noAlt', 'iconButton'],
  ['placeholder', 'unlabelledChoice', 'tinyText'],
  ['noLanguage', 'noTitle', 'skippedHeading'],
  ['smallTargets', 'overflow', 'clipped'],
  ['noFocus', 'tabOrder', 'deadLink'],
];

const ALONE = Object.keys(PARTS).filter((name) => !TOGETHER.flat().includes(name));

/** The fixture set: each seeded fault on a page, and pages without one. */
export const FIXTURE_PAGES: FixturePage[] = [
  ...TOGETHER.map((parts) => build(parts.join(' + '), parts)),
  ...ALONE.map((name) => build(name, [name])),
  ...sound,
];

/** A page that others link to. */
export const LINKED_PAGE = SOUND;
