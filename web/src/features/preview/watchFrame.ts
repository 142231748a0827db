/** Neither the page nor its agent responded by now. */
const LOAD_MS = 20_000;

export type FrameStatus = 'opening' | 'open' | 'failed';

export interface FrameWatch {
  /** The agent has connected: the page is loaded. */
  seen: () => void;
  stop: () => void;
}

/**
 * Detects whether a cross-origin frame shows its page. Browsers fire `load` for their own error page too. A
 * page whose agent connects is loaded. A page that loads without an agent (an image, or scripts are
 * blocked) counts as loaded unless `canReach`, which checks whether the origin responds, returns false.
 */
export function watchFrame(
  frame: HTMLIFrameElement,
  canReach: () => Promise<boolean>,
  onStatus: (status: FrameStatus) => void,
): FrameWatch {
  let isOver = false;
  const timer = setTimeout(() => onStatus('failed'), LOAD_MS);

  function ignoreLoads(): void {
    clearTimeout(timer);
    frame.removeEventListener('load', loaded);
    window.removeEventListener('load', loaded);
  }

  async function judge(): Promise<void> {
    const isThere = await canReach();
    if (!isOver) onStatus(isThere ? 'open' : 'failed');
  }

  function loaded(): void {
    // Some browsers fire `load` for a frame without a URL.
    if (!frame.hasAttribute('src')) return;
    ignoreLoads();
    void judge();
  }

  function stop(): void {
    isOver = true;
    ignoreLoads();
  }

  onStatus('opening');
  frame.addEventListener('load', loaded);
  if (frame.hasAttribute('src')) {
    // The frame of the initial HTML may have loaded earlier, but never after the document.
    if (document.readyState === 'complete') loaded();
    else window.addEventListener('load', loaded);
  }

  return {
    seen() {
      stop();
      onStatus('open');
    },
    stop,
  };
}
