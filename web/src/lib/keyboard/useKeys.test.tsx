import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Action, useActions } from './actions.ts';
import { useKey } from './useKey.ts';
import { useKeys } from './useKeys.ts';

/** Presses a key as soon as the element is there, before React runs the effects that follow a paint. */
function pressOnceShown(selector: string, key: string): Promise<void> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector(selector)) return;
      observer.disconnect();
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      resolve();
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
}

function show(element: React.ReactNode): void {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  onTestFinished(() => {
    root.unmount();
    vi.unstubAllGlobals();
  });
  root.render(element);
}

test('a page that is shown answers the keys of its actions', async () => {
  const run = vi.fn<() => void>();
  const actions: Action[] = [{ id: 'keys', group: 'help', label: 'Keyboard shortcuts', keys: ['?'], run }];
  function Page() {
    useKeys(() => undefined);
    useActions(actions);
    return <h1>Settings</h1>;
  }
  const pressed = pressOnceShown('h1', '?');
  show(<Page />);

  await pressed;
  expect(run).toHaveBeenCalledOnce();
});

test('a part that is shown answers its key', async () => {
  const act = vi.fn<() => void>();
  function Part() {
    useKey('Escape', act);
    return <h2>Selection</h2>;
  }
  const pressed = pressOnceShown('h2', 'Escape');
  show(<Part />);

  await pressed;
  expect(act).toHaveBeenCalledOnce();
});
