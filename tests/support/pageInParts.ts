import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A page as it arrives over a slow connection. */
export interface PageInParts {
  url: string;
  /** Sends the part after the cut. */
  sendRest: () => void;
  close: () => void;
}

/** Serves the page at `/` of a server up to a cut in its HTML, and all other files at once. */
export async function openPageInParts(server: string, cut: string): Promise<PageInParts> {
  const rest = Promise.withResolvers<void>();
  async function sendPage(html: string, response: ServerResponse): Promise<void> {
    const at = html.indexOf(cut);
    if (at < 0) throw new Error(`The page does not have ${cut}`);
    response.write(html.slice(0, at));
    await rest.promise;
    response.end(html.slice(at));
  }
  const listener = createServer(async (request, response) => {
    const answer = await fetch(new URL(request.url ?? '/', server));
    response.writeHead(answer.status, { 'Content-Type': answer.headers.get('content-type') ?? '' });
    if (request.url === '/') await sendPage(await answer.text(), response);
    else response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    sendRest: rest.resolve,
    close() {
      listener.close();
      listener.closeAllConnections();
    },
  };
}
