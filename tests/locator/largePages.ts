/** Generated large pages with many similar elements. */

const ROWS = 600;
const many = (count: number, write: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => write(at)).join('');

const table = `<h1>Orders</h1><table><thead><tr><th>Number</th><th>Customer</th><th></th><th></th></tr></thead><tbody>
  ${many(
    ROWS,
    (at) => `<tr class="row"><td>Order ${at}</td><td class="name">Customer ${at % 37}</td>
    <td><button class="open"><svg><path d="M0 0h9"/></svg></button></td><td></td></tr>`,
  )}</tbody></table>`;

/** Two tables of equal rows, distinguished by their headings only. */
const twins = ['Paid', 'Open']
  .map(
    (heading) =>
      `<section><h2>${heading}</h2><table>${many(ROWS / 3, (at) => `<tr><td>Item</td><td>${at % 5}</td><td><b></b></td></tr>`)}</table></section>`,
  )
  .join('');

const icons = `<main class="grid">${many(
  900,
  (at) => `<div class="cell"><i class="icon"></i><span class="dot"></span>${at % 3 ? '' : '<em></em>'}</div>`,
)}</main>`;

const blocks = (depth: number): string =>
  depth === 0
    ? '<div></div><div><span></span></div><div>Same words</div>'
    : `<div>${blocks(depth - 1)}</div><div class="inner">${blocks(depth - 1)}</div>`;

const cards = many(
  150,
  (at) =>
    `<div class="card"><div class="media"><div><div></div></div></div><div class="body"><div>${
      at % 4 ? 'Featured offer' : `Offer ${at}`
    }</div><div><div>Read more</div><div></div></div></div></div>`,
);

const chain = `${'<div>'.repeat(60)}<p>Deep inside</p><p></p>${'</div><div></div>'.repeat(60)}`;

const feed = many(
  200,
  (
    at,
  ) => `<article><header><img alt=""><a href="/user/${at % 9}">User ${at % 9}</a><time>${at % 24} h</time></header>
    <p>${at % 2 ? 'Congratulations on the launch' : `Post number ${at} says a little more`}</p>
    <footer><button>Like</button><button>Reply</button><button aria-label="More"></button></footer></article>`,
);

const NAMES =
  'amber birch cedar denim ember flint grape hazel ivory jade khaki lilac mauve navy olive pearl'.split(' ');
/** Many groups of about 30 tiles, each with its own class, in containers of the same tag. */
const tiles = NAMES.map(
  (name) =>
    `<div class="group"><div class="head">All of ${name}</div><div class="${name}s">${many(
      30,
      (at) =>
        `<div class="${name}"><div class="${name}-name">${name} ${at % 7}</div><div class="${name}-icon"></div></div>`,
    )}</div></div>`,
).join('');

export const LARGE_PAGES: Record<string, string> = {
  table,
  twins,
  icons,
  blocks: blocks(8),
  cards,
  chain,
  feed,
  tiles,
};
