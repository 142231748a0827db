import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod';

/** What Slack accepts at an incoming webhook, with its limits; anything else is `invalid_payload` or `invalid_blocks`. */
const MarkdownText = z.strictObject({
  type: z.literal('mrkdwn'),
  text: z.string().min(1).max(3000),
  verbatim: z.boolean().optional(),
});
const Section = z.strictObject({ type: z.literal('section'), text: MarkdownText });
const Header = z.strictObject({
  type: z.literal('header'),
  text: z.strictObject({ type: z.literal('plain_text'), text: z.string().min(1).max(150) }),
});
export const SlackPayload = z.strictObject({
  text: z.string().min(1).max(40_000),
  blocks: z
    .array(z.discriminatedUnion('type', [Section, Header]))
    .min(1)
    .max(50),
  unfurl_links: z.boolean().optional(),
  unfurl_media: z.boolean().optional(),
});
export type SlackPayload = z.infer<typeof SlackPayload>;

interface Trouble {
  status: number;
  body: string;
  headers?: Record<string, string>;
}

export interface SlackStandIn {
  /** Replaces Slack’s origin in the configuration. */
  origin: string;
  posted: SlackPayload[];
  /** Payloads that Slack would have rejected. */
  rejected: string[];
  /** Answers everything with this. */
  trouble: (next: Trouble | null) => void;
  close: () => void;
}

/** A stand-in for Slack’s incoming webhooks that checks payloads as Slack does. */
export async function openSlack(): Promise<SlackStandIn> {
  const posted: SlackPayload[] = [];
  const rejected: string[] = [];
  let trouble: Trouble | null = null;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    if (trouble) return response.writeHead(trouble.status, trouble.headers).end(trouble.body);
    if (request.method !== 'POST' || !/^\/services\/T\w+\/B\w+\/\w+$/.test(request.url ?? ''))
      return response.writeHead(404).end('no_service');
    const payload = SlackPayload.safeParse(JSON.parse(Buffer.concat(chunks).toString()));
    if (request.headers['content-type'] !== 'application/json' || !payload.success) {
      rejected.push(payload.error?.message ?? 'content type');
      return response.writeHead(400).end('invalid_payload');
    }
    posted.push(payload.data);
    return response.writeHead(200).end('ok');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    posted,
    rejected,
    trouble: (next) => void (trouble = next),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
