import { agentTag } from '@stagelink/shared/preview/handshake';
import type { Config } from '../config.ts';
import { CONTENT_HEADERS, ORIGIN_HEADERS } from './headers.ts';
import { injectAgent } from './inject.ts';
import { importMap, rewriteCss, rewriteHtml, wayUp } from './rewrite.ts';
import { isHtml } from './types.ts';

/** How files are made ready for where they are shown: on an origin of their own, or below a path of the app's. */
export interface Presentation {
  /** On every answer, in the flat shape `writeHead` takes. */
  headers: readonly string[];
  /** Whether files of a type are changed on their way out. */
  changes: (type: string) => boolean;
  /** Whether what a document becomes depends on how deep its address lies. */
  countsDepth: boolean;
  /** The script element put into each document that lies `depth` folders below the root. */
  script: (depth: number) => string;
  change: (body: Buffer, type: string, depth: number) => Promise<Buffer>;
  /** Who may embed a file: its `Cross-Origin-Resource-Policy`. */
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
    // A password keeps other sites from embedding a file; without one whoever has the address has the file.
    resourcePolicy: (isPrivate) => (isPrivate ? 'same-origin' : 'cross-origin'),
  };
}

/**
 * Below a path of the app's own host a prototype must not have the app's origin: the sandbox gives it one of its own
 * that is equal to nothing, whether it is framed or opened in a tab. To such an origin even its own files are foreign,
 * so they are open to all origins; what keeps them from strangers is that their address holds the grant.
 */
function belowPath(appOrigin: string): Presentation {
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
  return contentMode === 'origin' ? onOwnOrigin(origin) : belowPath(origin);
}
