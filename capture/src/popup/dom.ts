/** Elements of popup.html. */
export const byId = <E extends HTMLElement>(id: string): E => document.getElementById(id) as E;
export const input = (id: string) => byId<HTMLInputElement>(id);
export const select = (id: string) => byId<HTMLSelectElement>(id);
export const button = (id: string) => byId<HTMLButtonElement>(id);

const SECTIONS = ['signed-out', 'capture', 'done'] as const;

export function showSection(shown: (typeof SECTIONS)[number]): void {
  for (const id of SECTIONS) byId(id).hidden = id !== shown;
  byId('capture-actions').hidden = shown !== 'capture';
}

export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
  ...children: Node[]
): HTMLElementTagNameMap[Tag] {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

/** Replaces the options and keeps the chosen one if it is among them. */
export function fillSelect(target: HTMLSelectElement, options: readonly (readonly [string, string])[]): void {
  const { value } = target;
  target.replaceChildren(...options.map(([id, text]) => element('option', { value: id, textContent: text })));
  if (options.some(([id]) => id === value)) target.value = value;
}
