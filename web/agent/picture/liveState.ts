/** Secrets are masked in pictures. */
const SECRET = 'input[type=password],input[autocomplete^=cc-],input[autocomplete=one-time-code]';
const MARK = '2px solid #c2410c';

/** Returns how far a sticky element is offset from its place in the flow. */
function pushOf(element: Element): number {
  const bottoms: number[] = [];
  for (let one = element.previousElementSibling; one; one = one.previousElementSibling) {
    const { height, bottom } = one.getBoundingClientRect();
    if (height > 0) bottoms.push(bottom);
  }
  const parent = element.parentElement;
  if (!parent) return 0;
  const natural =
    bottoms[0] ??
    parent.getBoundingClientRect().top + (Number.parseFloat(getComputedStyle(parent).paddingTop) || 0);
  return element.getBoundingClientRect().top - natural;
}

/** Puts the values back that a field had before it was used. */
function resetField(field: Element, copy: HTMLElement): void {
  if (field instanceof HTMLInputElement) {
    copy.setAttribute('value', field.matches(SECRET) ? '' : field.defaultValue);
    copy.toggleAttribute('checked', field.defaultChecked);
  } else if (field instanceof HTMLTextAreaElement) copy.textContent = field.defaultValue;
  else if (field instanceof HTMLOptionElement) copy.toggleAttribute('selected', field.defaultSelected);
}

function copyField(field: Element, copy: HTMLElement): void {
  if (field instanceof HTMLInputElement) {
    if (field.matches(SECRET)) copy.setAttribute('value', '');
    copy.toggleAttribute('checked', field.checked);
  } else if (field instanceof HTMLTextAreaElement) copy.textContent = field.value;
  else if (field instanceof HTMLOptionElement) copy.toggleAttribute('selected', field.selected);
}

/** Copies positions that markup does not hold: scrolling, sticky elements, the top layer. */
function copyPosition(element: Element, copy: HTMLElement): void {
  const { position } = getComputedStyle(element);
  if (position === 'fixed') copy.style.translate = `${window.scrollX}px ${window.scrollY}px`;
  if (position === 'sticky') {
    copy.style.position = 'relative';
    copy.style.inset = `${pushOf(element)}px auto auto 0`;
  }
  const parent = element.parentElement;
  if (parent && parent !== document.documentElement && parent !== document.body) {
    const { scrollLeft, scrollTop } = parent;
    if (scrollLeft || scrollTop) copy.style.translate = `${-scrollLeft}px ${-scrollTop}px`;
  }
  if (element.matches('dialog:modal')) {
    copy.style.zIndex = '2147483647';
    copy.style.boxShadow = `0 0 0 200vmax ${getComputedStyle(element, '::backdrop').backgroundColor}`;
  }
}

/** Copies state that markup does not hold: positions and field values. Outlines the picked element. */
export function copyLiveState(element: Element, copy: HTMLElement, picked: Element): void {
  copyField(element, copy);
  if (element === picked) {
    copy.style.outline = MARK;
    copy.style.outlineOffset = '2px';
  }
  copyPosition(element, copy);
}

/** Copies positions, but no value that was typed or restored. */
export function copyFirstState(element: Element, copy: HTMLElement): void {
  resetField(element, copy);
  copyPosition(element, copy);
}
