/** Nothing at all by now: neither the page nor its agent. */
const LOAD_MS = 20_000;

export type FrameStatus = 'opening' | 'open' | 'failed';

export interface FrameWatch {
  /** The agent has spoken: the page is there, whatever else happens. */
  seen: () => void;
  stop: () => void;
}

/**
 * Finds out whether a frame of another origin shows what it should. No browser tells: its own error page "loads" as
 * well as a prototype does. A page whose agent speaks is there. One that loads in silence is there too (an image, or a
 * page that lets no script run) unless `canReach`, which asks whether its origin answers at all, says no.
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
    // Some browsers say of a frame without an address that nothing has loaded.
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
    // The frame of the page's first HTML may have loaded before us, but never after the page as a whole.
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
