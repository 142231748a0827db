import { me } from '@stagelink/shared/contracts/accounts';
import { listProjects } from '@stagelink/shared/contracts/projects';
import { count } from '@stagelink/shared/domain/format';
import { earlierCapture } from '../earlierCaptures.ts';
import { POPUP_PORT } from '../protocol.ts';
import { callTo, forgetSession, readSession, type Session } from '../session.ts';
import type { CaptureState, FromPopup, PageSummary, Problem } from '../state.ts';
import { leftOut, type Offer, summary } from './copy.ts';

const byId = <E extends HTMLElement>(id: string): E => document.getElementById(id) as E;
const input = (id: string) => byId<HTMLInputElement>(id);
const select = (id: string) => byId<HTMLSelectElement>(id);
const button = (id: string) => byId<HTMLButtonElement>(id);

const EXPIRY_DAYS = [1, 7, 30, 90];
const SIGN_IN = 'Sign in';
const PICK_TEXT = 'Click the element to capture. Esc cancels.';

let session: Session | null = null;
let state: CaptureState | null = null;
let port: chrome.runtime.Port | null = null;
let named = '';
let shownResult: string | null = null;

const send = (message: FromPopup): void => port?.postMessage(message);

const show = (id: 'signed-out' | 'capture' | 'done'): void => {
  for (const each of ['signed-out', 'capture', 'done']) byId(each).hidden = each !== id;
  byId('capture-actions').hidden = id !== 'capture';
};

function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
  ...children: Node[]
): HTMLElementTagNameMap[Tag] {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

function fillSelect(target: HTMLSelectElement, options: readonly (readonly [string, string])[]): void {
  const { value } = target;
  target.replaceChildren(...options.map(([id, text]) => element('option', { value: id, textContent: text })));
  if (options.some(([id]) => id === value)) target.value = value;
}

/** The tab to capture: the one in front. A page of ours that was opened with its number is for that tab. */
async function tabToCapture(): Promise<number | null> {
  const given = new URLSearchParams(location.search).get('tab');
  if (given !== null) return Number(given);
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
  return tab?.id ?? null;
}

async function accept({ type, ...offer }: Offer): Promise<void> {
  if (!state) return;
  const large = type === 'include' && 'url' in offer ? [...state.large, offer.url] : state.large;
  if (type === 'allow' && 'host' in offer) {
    const { hostname } = new URL(`https://${offer.host}`);
    const origins = [`https://${hostname}/*`, `http://${hostname}/*`];
    if (!(await chrome.permissions.request({ origins }))) return;
  }
  reread(large);
}

const reread = (large = state?.large ?? []): void =>
  send({ type: 'read', keepTyped: input('typed').checked, element: state?.element !== '', large });

function leftOutItem({ text, offer }: ReturnType<typeof leftOut>[number]): HTMLLIElement {
  const item = element('li', {}, element('span', { textContent: text }));
  if (offer) {
    const textContent = offer.type === 'allow' ? 'Allow' : 'Include';
    const act = element('button', { type: 'button', className: 'quiet', textContent });
    act.setAttribute('aria-label', `${textContent} ${text}`);
    act.addEventListener('click', () => void accept(offer));
    item.append(act);
  }
  return item;
}

function keptItem({ id, title, address }: PageSummary, isStart: boolean): HTMLLIElement {
  const start = element('input', { type: 'radio', name: 'start', value: id, checked: isStart });
  const label = element(
    'label',
    { className: 'check' },
    start,
    element('span', { textContent: title || address }),
  );
  start.setAttribute('aria-label', `The link opens ${title || address} first`);
  const remove = element('button', { type: 'button', className: 'quiet', textContent: 'Remove' });
  remove.setAttribute('aria-label', `Remove ${title || address}`);
  remove.addEventListener('click', () => send({ type: 'drop', id }));
  return element('li', {}, label, element('span', {}), remove);
}

const startId = (): string | null =>
  document.querySelector<HTMLInputElement>('input[name=start]:checked')?.value ?? null;

function showKept({ kept }: CaptureState): void {
  const start = startId() ?? kept[0]?.id;
  byId('kept-section').hidden = kept.length === 0;
  byId('kept').replaceChildren(...kept.map((page) => keptItem(page, page.id === start)));
}

function showProblem(problem: Problem | null): void {
  const area = byId('problem');
  area.hidden = problem === null;
  if (!problem) return;
  const [text] = area.getElementsByTagName('p');
  if (text) text.textContent = `${problem.message} ${problem.hint}`.trim();
  const isSignedOut = problem.code === 'not_signed_in' || problem.code === 'unauthenticated';
  const recover = button('recover');
  recover.hidden = !isSignedOut && state?.step !== 'failed';
  recover.textContent = isSignedOut ? SIGN_IN : 'Try again';
}

function recoverFromProblem(): void {
  if (button('recover').textContent === SIGN_IN) {
    void forgetSession().then(() => chrome.runtime.openOptionsPage());
  } else {
    reread();
  }
}

/** The name follows the page until the user changes it. */
function suggestName(title: string): void {
  const name = input('name');
  if (name.value !== named) return;
  named = title.trim().slice(0, 120);
  name.value = named;
}

function showCapture(current: CaptureState): void {
  const { page, step, progress, kept, keepTyped, element: label } = current;
  show('capture');
  if (page) {
    byId('title').textContent = page.title || page.address;
    byId('address').textContent = page.address.replace(/^https?:\/\//, '');
  }
  const first = kept[0] ?? page;
  if (first) suggestName(first.title || (URL.parse(first.address)?.host ?? ''));
  byId('summary').textContent = summary(current);
  const bar = byId<HTMLProgressElement>('progress');
  bar.hidden = step !== 'reading' && step !== 'uploading';
  if (progress) bar.value = progress.of === 0 ? 0 : progress.done / progress.of;
  else bar.removeAttribute('value');
  byId('left-out').replaceChildren(...(page ? leftOut(page).map(leftOutItem) : []));
  input('typed').checked = keepTyped;
  byId('typed-row').hidden = (page?.counts.typed ?? 0) === 0 && !keepTyped;
  byId('element').hidden = label === '';
  const [labelText] = byId('element').getElementsByTagName('span');
  if (labelText) labelText.textContent = label;
  button('pick').hidden = label !== '';
  showKept(current);
  const isIdle = step === 'ready';
  button('submit').disabled = !isIdle || (!page && kept.length === 0);
  button('submit').textContent =
    step === 'uploading' ? 'Uploading…' : kept.length > 0 ? 'Capture all' : 'Capture';
  button('keep').disabled = !isIdle || !page;
  button('pick').disabled = !isIdle;
  input('typed').disabled = !isIdle;
  showProblem(current.problem);
}

async function showDone({ result }: CaptureState): Promise<void> {
  if (!result) return;
  show('done');
  byId('done-title').textContent = result.isNew ? 'Your link is ready' : `Version ${result.version} is live`;
  byId('link').textContent = result.url;
  byId('password-row').hidden = result.password === null;
  byId('result-password').textContent = result.password ?? '';
  byId<HTMLAnchorElement>('open').href = result.url;
  if (shownResult === result.url + result.version) return;
  shownResult = result.url + result.version;
  byId('done-title').focus();
  await copy();
}

async function copy(): Promise<void> {
  const result = state?.result;
  if (!result) return;
  const text = result.password === null ? result.url : `${result.url}\nPassword: ${result.password}`;
  const what = result.password === null ? 'The link' : 'The link and the password';
  const isCopied = await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
  byId('copied').textContent = isCopied
    ? `${what} ${result.password === null ? 'is' : 'are'} on the clipboard.`
    : 'The browser did not allow copying. Select the link and copy it.';
}

async function offerEarlier(key: string): Promise<void> {
  if (!session) return;
  const earlier = await earlierCapture(session, key);
  const versions = earlier ? [[earlier.id, `New version of “${earlier.name}”`] as const] : [];
  fillSelect(select('target'), [['', 'New link'], ...versions]);
  select('target').disabled = versions.length === 0;
}

let offeredFor = '';

function update(next: CaptureState): void {
  state = next;
  if (next.step === 'done') void showDone(next);
  else showCapture(next);
  const first = next.kept[0] ?? next.page;
  if (first && offeredFor !== first.key) {
    offeredFor = first.key;
    void offerEarlier(first.key);
  }
}

async function connect(tabId: number, isAgain = false): Promise<void> {
  port = chrome.runtime.connect({ name: POPUP_PORT });
  port.onMessage.addListener((message: CaptureState) => update(message));
  // The browser ended the worker; what it had read is read again.
  port.onDisconnect.addListener(() => void connect(tabId, true));
  send({ type: 'open', tabId, isAgain });
}

/** The plan decides what can be chosen; without a reply the server decides when it is staged. */
async function loadChoices({ server, token }: Session): Promise<void> {
  const call = callTo(server, token);
  const [account, own] = await Promise.all([
    call(me, {}).catch(() => null),
    call(listProjects, {}).catch(() => null),
  ]);
  const projects = own?.projects.filter(({ isArchived }) => !isArchived) ?? [];
  fillSelect(select('project'), [['', 'None'], ...projects.map(({ id, name }) => [id, name] as const)]);
  select('project').disabled = projects.length === 0;
  const limits = account?.user.limits;
  const days = EXPIRY_DAYS.filter((each) => each <= (limits?.maxExpiryDays ?? 7));
  fillSelect(
    select('expiry'),
    days.map((each) => [String(each), count(each, 'day')]),
  );
  select('expiry').value = String(limits?.defaultExpiryDays ?? 7);
  select('expiry').disabled = false;
}

function submit(event: SubmitEvent): void {
  event.preventDefault();
  const choice = select('password').value;
  const own = input('own').value.trim();
  const snapshotId = select('target').value || null;
  const name = input('name').value.trim();
  send({
    type: 'upload',
    settings: {
      // A new version keeps the name of its snapshot unless the user wrote another.
      name: snapshotId !== null && name === named.trim() ? '' : name,
      projectId: select('project').value || null,
      password: choice === 'own' ? own : choice,
      expiresInDays: Number(select('expiry').value) || null,
      snapshotId,
      startId: startId(),
    },
  });
}

function showPasswordField(): void {
  const isOwn = select('password').value === 'own' && select('target').value === '';
  byId('own-row').hidden = !isOwn;
  input('own').required = isOwn;
  byId('new-only').hidden = select('target').value !== '';
}

function listen(): void {
  for (const id of ['settings', 'sign-in'])
    button(id).addEventListener('click', () => void chrome.runtime.openOptionsPage());
  byId<HTMLFormElement>('form').addEventListener('submit', submit);
  button('recover').addEventListener('click', recoverFromProblem);
  button('keep').addEventListener('click', () => send({ type: 'keep' }));
  button('pick').addEventListener('click', () => send({ type: 'pick', text: PICK_TEXT }));
  button('whole').addEventListener('click', () =>
    send({ type: 'read', keepTyped: input('typed').checked, element: false, large: state?.large ?? [] }),
  );
  input('typed').addEventListener('change', () => reread());
  button('again').addEventListener('click', () => {
    named = input('name').value;
    reread();
  });
  button('copy').addEventListener('click', () => void copy());
  for (const id of ['password', 'target']) select(id).addEventListener('change', showPasswordField);
}

async function start(): Promise<void> {
  listen();
  session = await readSession();
  const tabId = await tabToCapture();
  if (!session || tabId === null) return show('signed-out');
  show('capture');
  await connect(tabId);
  await loadChoices(session);
}

void start();
