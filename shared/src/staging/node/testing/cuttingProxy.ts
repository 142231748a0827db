import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** Requests of the upload protocol. */
export const UPLOAD_STEPS = {
  create: /^POST \/api\/snapshots$/,
  send: /^PUT \/api\/uploads\//,
  ask: /^GET \/api\/uploads\//,
  finalize: /^POST \/api\/uploads\/.*\/finalize$/,
  /** An upload in one request, of an account or a visitor. */
  once: /^POST \/api\/(snapshots\/upload|try)(\?|$)/,
  settle: /^POST \/api\/snapshots\/upload\/settle$/,
} as const;
export type UploadStep = keyof typeof UPLOAD_STEPS;

export interface Cut {
  step: UploadStep;
  /** `before` the server gets the request, or `after` it has acted, instead of its reply. */
  when: 'before' | 'after';
  /** `once`, `always`, or `and_rest`: nothing gets through from then on. */
  lasts: 'once' | 'always' | 'and_rest';
  /** Leaves the connection open without a reply, so that the client does not notice before `onCut` has killed it. */
  isHeld?: boolean;
  /** Called when a connection is cut, such as to kill the client. */
  onCut?: () => void;
}

/** Keeps the server's reply to a request back. */
export interface Hold {
  step: UploadStep;
  until: Promise<void>;
  /** Called when the server has replied. */
  onHeld: () => void;
}

export interface CuttingProxy {
  /** Address of the server for the client. */
  url: string;
  /** What to cut from now on; null: nothing. */
  cut: Cut | null;
  /** Which reply to keep back; null: none. */
  hold: Hold | null;
  /** Number of cut connections. */
  cuts: number;
  close: () => void;
}

/** Starts a proxy in front of a server that cuts connections of the upload protocol. */
export async function startCuttingProxy(server: string): Promise<CuttingProxy> {
  let isDown = false;
  let next: Cut | null = null;
  const self: CuttingProxy = {
    url: '',
    hold: null,
    cuts: 0,
    close,
    get cut() {
      return next;
    },
    set cut(cut) {
      next = cut;
      isDown = false;
    },
  };

  function close(): void {
    proxy.closeAllConnections();
    proxy.close();
  }

  /** Returns whether the connection was cut. */
  function cutAt(when: Cut['when'], request: http.IncomingMessage): boolean {
    if (isDown) return destroy(request);
    const cut = next;
    if (cut?.when !== when || !isStep(cut.step, request)) return false;
    isDown = cut.lasts === 'and_rest';
    if (cut.lasts === 'once') next = null;
    self.cuts += 1;
    cut.onCut?.();
    return cut.isHeld === true || destroy(request);
  }

  function forward(request: http.IncomingMessage, response: http.ServerResponse): void {
    const { host, origin } = new URL(server);
    const headers = { ...request.headers, host };
    // To a page, the proxy is the server.
    if (headers.origin === self.url) headers.origin = origin;
    const options = { method: request.method, headers };
    const forwarded = http.request(new URL(request.url ?? '', server), options, (reply) => {
      if (cutAt('after', request)) return void reply.resume();
      const pass = () => {
        response.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(response);
      };
      const { hold } = self;
      if (!hold || !isStep(hold.step, request)) return pass();
      hold.onHeld();
      void hold.until.then(pass);
    });
    forwarded.on('error', () => response.destroy());
    request.pipe(forwarded);
  }

  const proxy = http.createServer((request, response) => {
    if (!cutAt('before', request)) forward(request, response);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  self.url = `http://localhost:${(proxy.address() as AddressInfo).port}`;
  return self;
}

const isStep = (step: UploadStep, { method, url }: http.IncomingMessage): boolean =>
  UPLOAD_STEPS[step].test(`${method} ${url}`);

function destroy(request: http.IncomingMessage): true {
  request.socket.destroy();
  return true;
}
