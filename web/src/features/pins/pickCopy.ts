import { defineCopy } from '../../lib/copy.ts';

/** Texts of the bar that is shown while elements are picked. */
export const t = defineCopy({
  picking: 'Pick what you comment on',
  what: 'What you comment on',
  one: 'One element',
  several: 'Several',
  between: 'Between two',
  area: 'Area',

  new: 'Click an element or drag an area to comment on it',
  newTouch: 'Tap an element to comment on it',
  again: 'Click the element this thread is about',
  againTouch: 'Tap the element this thread is about',
  severalHint: 'Click each element',
  severalHintTouch: 'Tap each element',
  betweenHint: 'Click two elements, or the space between them',
  betweenHintTouch: 'Tap two elements, or the space between them',
  areaHint: 'Drag an area with your finger',
  longPress: 'You can also press and hold one at any time.',

  chosen_one: '{{count}} element chosen',
  chosen_other: '{{count}} elements chosen',
  firstChosen: '1 element chosen. Click the other one.',
  firstChosenTouch: '1 element chosen. Tap the other one.',
  overlap: 'These two overlap. Choose two with space between them.',
  none: 'There is no space here. Choose two elements with space between them.',
  full: 'A comment can be about {{count}} elements at most.',
  done: 'Done',
  cancel: 'Cancel',

  preparing: 'Preparing the page…',
  onFile: 'You cannot pin a comment to this file.',
  blocked: 'This page blocks our script, so you cannot pin a comment to it.',
  inVain: 'You cannot pin a comment to this page.',
  commentOnPage: 'Comment on the page',
});
