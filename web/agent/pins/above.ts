/** Returns the parent in the flat tree, across shadow roots. */
export const above = (element: Element): Element | null =>
  element.assignedSlot ??
  element.parentElement ??
  (element.getRootNode() as Partial<ShadowRoot>).host ??
  null;
