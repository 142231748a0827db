import type { CaptureState, Problem } from '../state.ts';
import { leftOut, type LeftOut, type Offer, summary } from './copy.ts';
import { button, byId, element, input, showSection } from './dom.ts';
import { showKeptPages } from './keptPages.ts';

const SIGN_IN = 'Sign in';

/** What the user can do with a page that was read. */
export interface CaptureActions {
  accept: (offer: Offer) => void;
  drop: (pageId: string) => void;
}

export const isSignInOffered = (): boolean => button('recover').textContent === SIGN_IN;

function leftOutItem({ text, offer }: LeftOut, accept: CaptureActions['accept']): HTMLLIElement {
  const item = element('li', {}, element('span', { textContent: text }));
  if (offer) {
    const textContent = offer.type === 'allow' ? 'Allow' : 'Include';
    const act = element('button', { type: 'button', className: 'quiet', textContent });
    act.setAttribute('aria-label', `${textContent} ${text}`);
    act.addEventListener('click', () => accept(offer));
    item.append(act);
  }
  return item;
}

function showPage({ page, element: label, keepTyped }: CaptureState, accept: CaptureActions['accept']): void {
  if (page) {
    byId('title').textContent = page.title || page.address;
    byId('address').textContent = page.address.replace(/^https?:\/\//, '');
  }
  const items = page ? leftOut(page) : [];
  byId('left-out').replaceChildren(...items.map((item) => leftOutItem(item, accept)));
  input('typed').checked = keepTyped;
  byId('typed-row').hidden = (page?.counts.typed ?? 0) === 0 && !keepTyped;
  byId('element').hidden = label === '';
  const [labelText] = byId('element').getElementsByTagName('span');
  if (labelText) labelText.textContent = label;
  button('pick').hidden = label !== '';
}

function showProgress(state: CaptureState): void {
  const { step, progress } = state;
  byId('summary').textContent = summary(state);
  const bar = byId<HTMLProgressElement>('progress');
  bar.hidden = step !== 'reading' && step !== 'uploading';
  if (progress) bar.value = progress.of === 0 ? 0 : progress.done / progress.of;
  else bar.removeAttribute('value');
}

function enableActions({ page, step, kept }: CaptureState): void {
  const isIdle = step === 'ready';
  button('submit').disabled = !isIdle || (!page && kept.length === 0);
  button('submit').textContent =
    step === 'uploading' ? 'Uploading…' : kept.length > 0 ? 'Capture all' : 'Capture';
  button('keep').disabled = !isIdle || !page;
  button('pick').disabled = !isIdle;
  input('typed').disabled = !isIdle;
}

function showProblem(problem: Problem | null, step: CaptureState['step']): void {
  const area = byId('problem');
  area.hidden = problem === null;
  if (!problem) return;
  const [text] = area.getElementsByTagName('p');
  if (text) text.textContent = `${problem.message} ${problem.hint}`.trim();
  const isSignedOut = problem.code === 'not_signed_in' || problem.code === 'unauthenticated';
  const recover = button('recover');
  recover.hidden = !isSignedOut && step !== 'failed';
  recover.textContent = isSignedOut ? SIGN_IN : 'Try again';
}

export function showCapture(state: CaptureState, { accept, drop }: CaptureActions): void {
  showSection('capture');
  showPage(state, accept);
  showProgress(state);
  showKeptPages(state, drop);
  enableActions(state);
  showProblem(state.problem, state.step);
}
