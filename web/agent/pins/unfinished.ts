import { own } from './own.ts';

/** What pages show while they wait for their content. */
const WAITING =
  '[aria-busy=true],[role=progressbar],progress,[class*=skeleton i],[class*=spinner i],[class*=loading i],[class*=loader i],[class*=shimmer i]';
const WAITING_TEXT =
  /(load|wait|lade|bitte|charge|patient|carg|esper|caric|attend|laster|ładow|загруз|読み込|加载|불러)/i;
/** A text that says so is short and ends with dots. */
const SHORT_TEXT = /^.{3,40}(…|\.\.\.)$/su;
const READ_MAX = 2000;
/** A page with less than this share of the elements that it had is probably not complete. */
const COMPLETE = 0.6;

const isSeen = (element: Element) => element.checkVisibility?.() ?? true;

function hasWaitingText(): boolean {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let read = 0; read < READ_MAX && walker.nextNode(); read++) {
    const { nodeValue, parentElement } = walker.currentNode;
    const text = (nodeValue ?? '').trim();
    if (SHORT_TEXT.test(text) && WAITING_TEXT.test(text) && parentElement && isSeen(parentElement))
      return true;
  }
  return false;
}

/** Whether the page shows that it waits for content. */
export const saysLoading = () => [...own.query(document, WAITING)].some(isSeen) || hasWaitingText();

/** Whether a page with scripts has far fewer elements than it had. */
export const isIncomplete = (size: number) =>
  document.scripts.length > 0 && document.body.getElementsByTagName('*').length < COMPLETE * size;
