/** Nothing at all by now: neither the page nor its agent. */
const LOAD_MS = 20_000;
/** The agent is a page's first script, so it has long spoken when the page has loaded. */
const AGENT_MS = 5_000;

export type FrameStatus = 'opening' | 'open' | 'failed';

export interface FrameWatch {
  /** The agent has spoken: the page is there, whatever else happens. */
  seen: () => void;
  stop: () => void;
}

/**
 * Finds out whether a frame of another origin shows what it should, which no browser tells: an error page "loads" as
 * well as a prototype does. A page with an agent counts as shown when the agent has spoken, any other file (an
 * image, say) when it has loaded.
 */
export function watchFrame(
  frame: HTMLIFrameElement,
  hasAgent: boolean,
  onStatus: (status: FrameStatus) => void,
): FrameWatch {
  let timer = setTimeout(() => onStatus('failed'), LOAD_MS);

  function loaded(): void {
    clearTimeout(timer);
    if (hasAgent) timer = setTimeout(() => onStatus('failed'), AGENT_MS);
    else onStatus('open');
  }

  function stop(): void {
    clearTimeout(timer);
    frame.removeEventListener('load', loaded);
    window.removeEventListener('load', loaded);
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
