import { type Comment, listComments } from '@stagelink/shared/contracts/comments';
import type { DrawnPin, PinFinding } from '@stagelink/shared/preview/messages';
import type { PageState } from '@stagelink/shared/preview/picked';
import { pageOf } from '@stagelink/shared/preview/routes';
import { call } from './api.ts';
import { linkPreview } from './preview.ts';
import { openPreview } from './snapshotView.ts';
import { readVersions, reportPins } from './versions.ts';

type Status = PinFinding['status'];

/** An open thread whose pin has to be on its element in every version. */
export type OpenPin = Comment & { locator: NonNullable<Comment['locator']> };

const isOpenPin = (comment: Comment): comment is OpenPin =>
  comment.parentId === null && comment.state === 'published' && !comment.isHeld && comment.locator !== null;

export async function openPins(snapshotId: string): Promise<OpenPin[]> {
  return (await call(listComments, { id: snapshotId })).comments.filter(isOpenPin);
}

/** What is looked at: a version on an origin of its own. */
interface Looked {
  snapshotId: string;
  version: number;
  contentOrigin: string;
}

/** Pages that are looked at together; each runs all of a prototype. */
const AT_ONCE = 2;
const PAGE_MS = 15_000;
/** So long after the last news there is no more to come. */
const QUIET_MS = 1_200;
/** It runs unseen, so it may ask for nobody's attention: no dialogs, no windows, no downloads. */
const UNSEEN = 'allow-scripts allow-same-origin';
const SIZE = { width: 1280, height: 800 };

/** A page that is built step by step says more with each of them. */
const RANK: Record<Status, number> = { elsewhere: 0, lost: 1, doubtful: 2, found: 3 };

const drawnOf = ({ id, pinNumber, locator }: OpenPin): DrawnPin => ({
  id,
  number: pinNumber,
  locator,
  isResolved: false,
  isCurrent: false,
});

/** In the window, or its clock would hardly run, but neither seen nor reached. */
function buildFrame(viewport: { width: number; height: number }): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', UNSEEN);
  frame.referrerPolicy = 'no-referrer';
  frame.tabIndex = -1;
  frame.inert = true;
  frame.ariaHidden = 'true';
  frame.width = String(viewport.width || SIZE.width);
  frame.height = String(viewport.height || SIZE.height);
  Object.assign(frame.style, {
    position: 'fixed',
    inset: '0 auto auto 0',
    border: '0',
    opacity: '0',
    pointerEvents: 'none',
    zIndex: '-1',
  });
  document.body.append(frame);
  return frame;
}

/** The states of a page in which pins were set that are not to be seen in its first. */
function statesOf(pins: OpenPin[]): PageState[] {
  return pins.flatMap(({ context }) => (context?.page?.opened.length ? [context.page] : []));
}

/** What becomes of the pins of one page; those of which nothing was heard are left out. */
function lookAtPage(
  { snapshotId, version, contentOrigin }: Looked,
  pins: OpenPin[],
  signal: AbortSignal,
): Promise<PinFinding[]> {
  return new Promise((resolve) => {
    const [first] = pins;
    const route = first?.locator.route ?? '/';
    const frame = buildFrame(first?.context?.viewport ?? SIZE);
    const known = new Map<string, PinFinding>();
    const states = statesOf(pins);
    let quiet: ReturnType<typeof setTimeout> | undefined;

    const line = linkPreview(frame, contentOrigin, {
      onReady: () => line.send({ type: 'pins', pins: pins.map(drawnOf), areShown: false }),
      onMessage(message) {
        if (message.type !== 'pins') return;
        for (const finding of message.findings) {
          const before = known.get(finding.id);
          if (!before || RANK[finding.status] > RANK[before.status]) known.set(finding.id, finding);
        }
        clearTimeout(quiet);
        // There is nothing better to come.
        if (pins.every(({ id }) => known.get(id)?.status === 'found')) end();
        else if (pins.every(({ id }) => known.has(id))) quiet = setTimeout(goOn, QUIET_MS);
      },
    });

    /** What is not to be seen may be in a dialog that was open then. */
    function goOn(): void {
      const isHidden = pins.some(({ id }) => known.get(id)?.status === 'elsewhere');
      const state = isHidden ? states.shift() : undefined;
      if (!state) return end();
      line.send({ type: 'show', route, page: state });
      quiet = setTimeout(goOn, QUIET_MS);
    }

    const limit = setTimeout(end, PAGE_MS);
    function end(): void {
      clearTimeout(quiet);
      clearTimeout(limit);
      signal.removeEventListener('abort', end);
      line.close();
      frame.remove();
      resolve([...known.values()].filter(({ id }) => pins.some((pin) => pin.id === id)));
    }
    signal.addEventListener('abort', end);

    async function fill(): Promise<void> {
      try {
        const url = await openPreview(snapshotId, route, version);
        if (frame.isConnected) frame.src = url;
      } catch {
        end();
      }
    }
    void fill();
  });
}

function byPage(pins: OpenPin[]): OpenPin[][] {
  const pages = new Map<string, OpenPin[]>();
  for (const pin of pins) {
    const page = pageOf(pin.locator.route);
    pages.set(page, [...(pages.get(page) ?? []), pin]);
  }
  return [...pages.values()];
}

/**
 * Opens a version unseen, on each page that has pins, and says what becomes of them there. `elsewhere` is what could
 * not be looked at.
 */
async function checkPins(
  looked: Looked,
  pins: OpenPin[],
  signal: AbortSignal,
): Promise<Map<string, PinFinding>> {
  const waiting = byPage(pins);
  const findings = new Map<string, PinFinding>(
    pins.map(({ id }) => [id, { id, status: 'elsewhere', confidence: 0 }]),
  );
  async function lookOn(): Promise<void> {
    for (let page = waiting.shift(); page && !signal.aborted; page = waiting.shift()) {
      for (const finding of await lookAtPage(looked, page, signal)) findings.set(finding.id, finding);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lookOn));
  return findings;
}

/**
 * Looks for these pins on a version, and tells the server what became of them. Empty where the version has no origin of
 * its own to be looked at on.
 */
export async function lookForPins(
  snapshotId: string,
  version: number,
  pins: OpenPin[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, PinFinding>> {
  const versions = await readVersions(snapshotId);
  const contentOrigin = versions.find(({ number }) => number === version)?.contentOrigin;
  if (!contentOrigin) return new Map();
  const findings = await checkPins({ snapshotId, version, contentOrigin }, pins, signal);
  const reported = [...findings.values()].map(({ id: commentId, ...rest }) => ({ commentId, ...rest }));
  if (!signal.aborted) await reportPins(snapshotId, version, reported);
  return findings;
}
