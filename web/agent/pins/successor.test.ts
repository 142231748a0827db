import { expect, test } from 'vitest';
import { successorOf } from './successor.ts';

/** Returns what a change of a list with one button does to the button. */
function afterChange(change: (list: Element) => void, before = '<li><b>1</b><button>Buy</button></li>') {
  document.body.innerHTML = `<ul>${before}</ul>`;
  const list = document.querySelector('ul');
  const button = document.querySelector('button');
  if (!list || !button) throw new Error('The page is incomplete');
  const observer = new MutationObserver(() => {});
  observer.observe(document, { childList: true, subtree: true });
  change(list);
  return successorOf(button, observer.takeRecords());
}

test('the same part of a subtree that was drawn anew under other names takes its place', () => {
  const next = afterChange(
    (list) => (list.innerHTML = '<li class="x"><b>2</b><button id="y">Buy</button></li>'),
  );
  expect(next?.id).toBe('y');
});

test('a subtree that was drawn anew several times at once is followed to the last', () => {
  const next = afterChange((list) => {
    for (const id of ['a', 'b']) list.innerHTML = `<li><b>2</b><button id="${id}">Buy</button></li>`;
  });
  expect(next?.id).toBe('b');
});

test('another text, another element and nothing at all take no place', () => {
  expect(afterChange((list) => (list.innerHTML = '<li><b>2</b><button>Sell</button></li>'))).toBeNull();
  expect(afterChange((list) => (list.innerHTML = '<li><b>2</b><a>Buy</a></li>'))).toBeNull();
  expect(afterChange((list) => list.replaceChildren())).toBeNull();
});
