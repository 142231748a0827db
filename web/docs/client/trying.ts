/** A call as its heading names it. */
interface Call {
  method: string;
  /** Path with `{name}` for each part that is filled in. */
  path: string;
}

/** Kept for all calls of the page, and gone with it. */
let token = '';

const PARAMETER = /\{(\w+)\}/g;
const SHOWN_CHARACTERS = 20_000;

function element(
  tag: string,
  properties: Record<string, unknown>,
  ...children: (Node | string)[]
): HTMLElement {
  const created = Object.assign(document.createElement(tag), properties);
  created.append(...children);
  return created;
}

function callOf(heading: HTMLElement): Call | null {
  const [method = '', path] = heading.innerText.split(' ');
  return path?.startsWith('/api/') ? { method, path } : null;
}

/** The nodes of a call: all from its heading to the next. */
function* partsOf(heading: HTMLElement): Generator<Element> {
  for (let node = heading.nextElementSibling; node && node.tagName !== 'H2'; node = node.nextElementSibling)
    yield node;
}

const field = (label: string, name: string, value = '', type = 'text') =>
  element(
    'label',
    {},
    label,
    element('input', { name, value, type, autocomplete: 'off', spellcheck: false }),
  );

function tokenField(): HTMLElement {
  const label = field('Access token', 'token', token, 'password');
  label.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement) token = target.value.trim();
  });
  return label;
}

function urlOf({ path }: Call, values: FormData): string {
  const filled = path.replace(PARAMETER, (_all, name: string) =>
    encodeURIComponent(String(values.get(name))),
  );
  const query = String(values.get('?') ?? '').trim();
  return query === '' ? filled : `${filled}?${query.replace(/^\?/, '')}`;
}

async function textOf(response: Response): Promise<string> {
  if (!/json|text/.test(response.headers.get('Content-Type') ?? '')) return 'A file.';
  const text = await response.text();
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

async function send(call: Call, values: FormData): Promise<string> {
  const body = values.get('body');
  const began = performance.now();
  const response = await fetch(urlOf(call, values), {
    method: call.method,
    // Only what the token may do: the reader's own session stays out of it.
    credentials: 'omit',
    headers: {
      ...(token !== '' && { Authorization: `Bearer ${token}` }),
      ...(typeof body === 'string' && { 'Content-Type': 'application/json' }),
    },
    ...(typeof body === 'string' && { body }),
  });
  const took = Math.round(performance.now() - began);
  const text = await textOf(response);
  return `${response.status} ${response.statusText}, ${took} ms\n${text.slice(0, SHOWN_CHARACTERS)}`;
}

function bodyField(example: string): HTMLElement {
  const rows = Math.min(12, example.split('\n').length);
  return element('label', {}, 'Body', element('textarea', { name: 'body', rows, value: example }));
}

function fieldsOf({ method, path }: Call, example: string | null): HTMLElement[] {
  const inPath = [...path.matchAll(PARAMETER)].map(([, name = '']) => field(name, name));
  for (const label of inPath) label.querySelector('input')?.setAttribute('required', '');
  return [
    tokenField(),
    ...inPath,
    ...(method === 'GET' ? [field('Query', '?')] : []),
    ...(example === null ? [] : [bodyField(example)]),
  ];
}

function formOf(call: Call, example: string | null): HTMLElement {
  const form = document.createElement('form');
  const button = document.createElement('button');
  button.append('Send');
  const result = element('pre', { tabIndex: 0, ariaLive: 'polite' });
  form.className = 'try';
  form.append(...fieldsOf(call, example), button, result);
  const showReply = async () => {
    button.disabled = true;
    result.textContent = 'Sending…';
    try {
      result.textContent = await send(call, new FormData(form));
    } catch {
      result.textContent = 'The server did not respond. Check your connection and send again.';
    }
    button.disabled = false;
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void showReply();
  });
  return form;
}

/** Adds a form below each call that an access token may make with JSON. */
export function addTrying(headings: readonly HTMLElement[]): void {
  for (const heading of headings) {
    const call = callOf(heading);
    const parts = [...partsOf(heading)];
    const text = parts.map(({ textContent }) => textContent).join(' ');
    if (!call || text.includes('access tokens are rejected') || text.includes('Sent as')) continue;
    const request = parts.find((part) => part.querySelector('summary')?.textContent === 'Request');
    const example = request?.querySelector('.language-json')?.textContent.trim() ?? null;
    const details = element('details', {}, element('summary', {}, 'Try it'));
    details.addEventListener('toggle', () => details.append(formOf(call, example)), { once: true });
    parts.at(-1)?.after(details);
  }
}
