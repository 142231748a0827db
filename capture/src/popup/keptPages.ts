import type { CaptureState, PageSummary } from '../state.ts';
import { byId, element } from './dom.ts';

/** Returns the page that the link opens first. */
export const startId = (): string | null =>
  document.querySelector<HTMLInputElement>('input[name=start]:checked')?.value ?? null;

function pageItem(
  { id, title, address }: PageSummary,
  isStart: boolean,
  drop: (id: string) => void,
): HTMLLIElement {
  const name = title || address;
  const start = element('input', { type: 'radio', name: 'start', value: id, checked: isStart });
  start.setAttribute('aria-label', `The link opens ${name} first`);
  const label = element('label', { className: 'check' }, start, element('span', { textContent: name }));
  const remove = element('button', { type: 'button', className: 'quiet', textContent: 'Remove' });
  remove.setAttribute('aria-label', `Remove ${name}`);
  remove.addEventListener('click', () => drop(id));
  return element('li', {}, label, element('span', {}), remove);
}

export function showKeptPages({ kept }: CaptureState, drop: (id: string) => void): void {
  const start = startId() ?? kept[0]?.id;
  byId('kept-section').hidden = kept.length === 0;
  byId('kept').replaceChildren(...kept.map((page) => pageItem(page, page.id === start, drop)));
}
