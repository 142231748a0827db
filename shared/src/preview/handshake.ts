/**
 * Handshake of viewer and preview agent. Free of dependencies, because every page of every prototype loads
 * the agent.
 */

/** Path of the agent's script on a prototype's origin. Reserved: no file may use it. */
export const AGENT_PATH = '/__stagelink/agent.js';
/**
 * Scripts that the agent loads when there are pins or something is picked, when an image is made, when a part of an
 * element is selected or shown, and when a page is audited.
 */
export const PINS_PATH = '/__stagelink/pins.js';
const PICTURE_PATH = '/__stagelink/picture.js';
export const SELECTION_PATH = '/__stagelink/selection.js';
/** Loaded when something is picked for the first time. */
export const PICKING_PATH = '/__stagelink/picking.js';
/** Loaded when the viewer asks for the page's outline. */
export const OUTLINE_PATH = '/__stagelink/outline.js';
/** Loaded when an element was picked: says for coding agents what it is, and what failed on the page. */
export const INSPECT_PATH = '/__stagelink/inspect.js';
export const AUDIT_PATH = '/__stagelink/audit.js';
/** Loaded with the pins: remembers what opens parts of the page, and opens them again. */
export const REOPEN_PATH = '/__stagelink/reopen.js';
/** Loaded when a page belongs to another version than the viewer names, or has replaced its own document. */
export const RECOVERY_PATH = '/__stagelink/recovery.js';
/**
 * A page that removes the prototype's service workers and what they keep, then opens the path in `to`. Workers that keep
 * pages ask for them as files, which have no agent.
 */
export const RENEWAL_PATH = '/__stagelink/renew';
/** Sent by that page to its parent window, without content: no worker has answered for it. */
export const RENEWED = 'stagelink:renewed';
/**
 * A page with which a browser removes what a prototype's origin stores in the viewer. For a worker that answers for the
 * renewal page, too: the viewer opens it in a frame without an origin, which has no worker.
 */
export const CLEARING_PATH = '/__stagelink/clear';
/** Loaded when a page is recorded as a tree, or matched with one. */
export const TREE_PATH = '/__stagelink/tree.js';
/** axe-core, unmodified. */
export const AXE_PATH = '/__stagelink/axe.js';
/** Every script of the agent. */
export const AGENT_PATHS = [
  AGENT_PATH,
  PINS_PATH,
  PICKING_PATH,
  PICTURE_PATH,
  SELECTION_PATH,
  OUTLINE_PATH,
  INSPECT_PATH,
  AUDIT_PATH,
  AXE_PATH,
  RECOVERY_PATH,
  TREE_PATH,
  REOPEN_PATH,
];

/**
 * Sent by the agent to its parent window, without content, whenever a document of the prototype starts. The word stays:
 * a viewer and an agent of neighboring releases meet during an update.
 */
export const READY = 'stagelink:ready';
/** Reply of the viewer to `READY`, with the MessagePort for all further messages. */
export const CONNECT = 'stagelink:connect';

/** Maximum length of a reported route and title in UTF-16 units; longer ones are cut. */
export const ROUTE_MAX = 2000;
export const TITLE_MAX = 300;
/** Pages that one document may report as linked. */
export const LINKS_MAX = 200;
/** Keyboard shortcuts of the viewer that need no modifier. */
export const AGENT_KEYS = [
  'c',
  'C',
  'f',
  'F',
  'j',
  'k',
  'r',
  'R',
  '[',
  ']',
  '?',
  'Escape',
  '1',
  '2',
  '3',
] as const;
/** Those that do something while an element is picked. */
export const PICKING_KEYS: readonly (typeof AGENT_KEYS)[number][] = ['f', '1', '2', '3'];
/** What goes on while a page is frozen: frames, canvases that workers draw, animated pictures. */
export const MOVING = ['frames', 'workers', 'pictures'] as const;
/** Limit on the name of a picked element, in UTF-16 units. */
export const ELEMENT_NAME_MAX = 200;
export const ELEMENT_HTML_MAX = 4000;
export const OPENED_MAX = 10;
/** Pins sent to one page; no snapshot has more visible threads. */
export const PINS_MAX = 1000;
/** Time to wait for a pin that is not found yet before revealing it. */
export const REVEAL_WAIT_MS = 10_000;
/** Bytes of the image of an element's surroundings. */
export const PICTURE_MAX = 512 * 1024;

/** The version that a document belongs to. */
export interface ServedVersion {
  snapshotId: string;
  version: number;
  /** It asks the browser to isolate it, which not every browser does in a frame. */
  needsIsolation?: boolean;
}

/**
 * Returns the tag that loads the agent, which must be the first script of every HTML document of a
 * snapshot. `appOrigin` is the app's origin as `URL.origin` spells it: the only one the agent communicates
 * with. `root` is the path of the prototype's root: empty on a content origin, `/s/{id}` in path mode. The
 * agent derives the prototype's root from its own URL, so both must be right.
 */
export function agentTag(
  appOrigin: string,
  { snapshotId, version, needsIsolation = false }: ServedVersion,
  root = '',
): string {
  const source = `src="${root}${AGENT_PATH}" data-app="${appOrigin}"`;
  const isolation = needsIsolation ? ' data-isolation="needed"' : '';
  return `<script ${source} data-snapshot="${snapshotId}" data-version="${version}"${isolation}></script>`;
}
