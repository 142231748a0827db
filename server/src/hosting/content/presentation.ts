import { agentTag } from '@stagelink/shared/preview/handshake';
import type { Config } from '../../platform/config.ts';
import { CONTENT_HEADERS, ORIGIN_HEADERS } from '../../platform/serving/headers.ts';
import { injectAgent } from './inject.ts';
import { importMap, rewriteCss, rewriteHtml, wayUp } from './rewrite.ts';
import { isHtml } from '../../platform/serving/types.ts';

/** How files are adapted to where they are served: on their own origin, or below a path of the app. */
export interface Presentation {
  /** On every response, as the flat array of `writeHead`. */
  headers: readonly string[];
  /** Whether files of a type are rewritten. */
  changes: (type: string) => boolean;
  /** Whether a rewritten document depends on its depth. */
  countsDepth: boolean;
  /** Returns the script element for a document `depth` folders below the root. */
  script: (depth: number) => string;
  change: (body: Buffer, type: string, depth: number) => Promise<Buffer>;
  /** Returns the `Cross-Origin-Resource-Policy` of a file. */
  resourcePolicy: (isPrivate: boolean) => string;
}

const SANDBOX = 'sandbox allow-scripts allow-forms allow-modals allow-popups allow-downloads';

function onOwnOrigin(appOrigin: string): Presentation {
  const script = agentTag(appOrigin);
  return {
    headers: ORIGIN_HEADERS,
    changes: isHtml,
    countsDepth: false,
    script: () => script,
    change: (body) => Promise.resolve(injectAgent(body, script)),
    // A password keeps other sites from embedding a file; without one its URL is public.
    resourcePolicy: (isPrivate) => (isPrivate ? 'same-origin' : 'cross-origin'),
  };
}

/**
 * Below a path of the app's own host a prototype must not have the app's origin: the sandbox gives it an opaque one,
 * framed or not. Its own files are cross-origin to it, so they allow every origin; the grant in their URL protects
 * them.
 */
function inPathMode(appOrigin: string): Presentation {
  const script = (depth: number) => agentTag(appOrigin, wayUp(depth)) + importMap(depth);
  return {
    headers: [...CONTENT_HEADERS, 'Content-Security-Policy', SANDBOX, 'Access-Control-Allow-Origin', '*'],
    changes: (type) => isHtml(type) || type.startsWith('text/css'),
    countsDepth: true,
    script,
    async change(body, type, depth) {
      const text = body.toString('latin1');
      if (!isHtml(type)) return Buffer.from(await rewriteCss(text, depth), 'latin1');
      return injectAgent(Buffer.from(await rewriteHtml(text, depth), 'latin1'), script(depth));
    },
    resourcePolicy: () => 'cross-origin',
  };
}

export function presentationFor({
  contentMode,
  appUrl,
}: Pick<Config, 'contentMode' | 'appUrl'>): Presentation {
  const { origin } = new URL(appUrl);
  return contentMode === 'origin' ? onOwnOrigin(origin) : inPathMode(origin);
}
