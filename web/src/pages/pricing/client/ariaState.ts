type State = 'aria-busy' | 'aria-disabled';

// Firefox before 119 has no properties for these attributes.

export const hasState = (element: Element, state: State): boolean => element.getAttribute(state) === 'true';

export function setState(element: Element, state: State, isOn: boolean): void {
  if (isOn) element.setAttribute(state, 'true');
  else element.removeAttribute(state);
}
