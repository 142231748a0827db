/**
 * How the viewer and the preview agent find each other. Kept free of every library, because the agent is loaded
 * by each page of every prototype.
 */

/** Where the agent's script is served, from the root of the prototype. The path is reserved: no file may have it. */
export const AGENT_PATH = '/__stagelink/agent.js';
/** What the agent loads once there is something to pick or to pin, and once a picture is to be made. */
export const PINS_PATH = '/__stagelink/pins.js';
export const PICTURE_PATH = '/__stagelink/picture.js';

/** Sent by the agent to its parent window, without content, each time a document of the prototype has started. */
export const READY = 'stagelink:ready';
/** The viewer's answer to `READY`, carrying the one MessagePort that all else travels through. */
export const CONNECT = 'stagelink:connect';

/** Longest route and title an agent reports, in UTF-16 units; what is longer is cut. */
export const ROUTE_MAX = 2000;
export const TITLE_MAX = 300;
/** The viewer's single keys. */
export const AGENT_KEYS = ['c', 'j', 'k', 'r', 'R', '[', ']', '?', 'Escape'] as const;
/** Of what is kept of a picked element, in UTF-16 units. */
export const ELEMENT_NAME_MAX = 200;
export const ELEMENT_HTML_MAX = 4000;
export const OPENED_MAX = 10;
/** Pins one page is told of; no snapshot has more threads than this in sight. */
export const PINS_MAX = 1000;
/** How long a pin that is not found yet is waited for before it is revealed. */
export const REVEAL_WAIT_MS = 10_000;
/** Of the picture of an element's surroundings, in bytes. */
export const PICTURE_MAX = 512 * 1024;

/**
 * The tag that brings the agent, to be the first script of every HTML document of a snapshot.
 *
 * `appOrigin` is the app's origin as `URL.origin` spells it: the only one the agent talks to. `root` is the path the
 * prototype's root has on its host: empty on a content origin, `/s/{id}` in path mode. The agent tells where the
 * prototype starts by its own address, so both must be right.
 */
export function agentTag(appOrigin: string, root = ''): string {
  return `<script src="${root}${AGENT_PATH}" data-app="${appOrigin}"></script>`;
}
