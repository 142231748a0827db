import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import qs from 'qs';
import type { Account } from './account.ts';
import { type CardSeries, newCard } from './cards.ts';
import { API_VERSION, build, checkReply, findOperation, type Operation, readRequest } from './description.ts';
import { checkExpand, expanded } from './expand.ts';
import { Failure, invalid } from './failure.ts';
import { Ledger } from './ledger.ts';
import { OPERATIONS } from './operations.ts';
import { checkout, portal, type PageReply } from './pages.ts';
import { checkRight } from './rights.ts';
import { Subscriptions } from './subscriptions.ts';
import { checkTexts } from './texts.ts';
import { createWebhooks, type Webhooks } from './webhooks.ts';

/** What the network and Stripe may do wrong. */
interface Faults {
  /** Requests answer with this status and body. */
  answer: null | { status: number; body: string };
  /** Requests are accepted and never answered. */
  isSilent: boolean;
  /** This operation is performed, and the connection is closed instead of an answer; `before`: without performing it. */
  cutOff: null | { operation: string; before: boolean };
  /** So many requests are answered before Stripe is down; null: all. */
  answersLeft: number | null;
}

const DOWN: Answer = { status: 503, body: '{"error":{"type":"api_error","message":"down"}}' };

/** A stateful stand-in for Stripe: the parts that Stagelink uses, over real HTTP. See docs/decisions/0186. */
export interface StripeStandIn {
  /** Value of `STRIPE_API_BASE`. */
  url: string;
  secretKey: string;
  /** Makes a key with these rights only, such as `customer_write`. */
  restrictedKey: (rights: Iterable<string>) => string;
  account: Account;
  webhooks: Webhooks;
  faults: Faults;
  /** Names of the operations called so far, oldest first. */
  calls: string[];
  /** Advances the clock: trials end, renewals are charged, failed charges are retried. */
  advance: (days: number) => void;
  /** Removes all customers with what they bought and the events about it, and resets the clock. */
  removeCustomers: () => void;
  /** Returns the number of a card that was not used before. */
  newCard: (series: CardSeries) => string;
  /** Fills in a hosted page as a browser does. Returns where it leads, or the page. */
  submit: (
    pageUrl: string,
    fields: Record<string, string>,
  ) => Promise<{ location: string | null; html: string }>;
  close: () => Promise<void>;
}

const SECRET_KEY = 'sk_test_stand_in';

interface Answer {
  status: number;
  body: string;
}

const failed = ({ status, body }: Failure): Answer => ({ status, body: JSON.stringify({ error: body }) });

/** Returns the rights of the request’s key; null: all. */
function authorize({ headers }: IncomingMessage, restricted: RestrictedKeys): ReadonlySet<string> | null {
  const key = headers.authorization?.replace(/^Bearer /, '') ?? '';
  const rights = restricted.get(key);
  if (key !== SECRET_KEY && !rights) {
    throw new Failure(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' });
  }
  const version = headers['stripe-version'];
  if (version !== API_VERSION) throw invalid(`Invalid Stripe API version: ${String(version)}`);
  return rights ?? null;
}

type RestrictedKeys = ReadonlyMap<string, ReadonlySet<string>>;

/** A request that Stripe would begin to carry out. */
interface Accepted {
  operation: Operation;
  parameters: Record<string, unknown>;
}

/** Throws what Stripe answers to a request that it does not begin, which no idempotency key remembers. */
function accept(method: string, path: string, form: unknown, rights: ReadonlySet<string> | null): Accepted {
  const operation = findOperation(method, path);
  if (!operation || !OPERATIONS[operation.name]) {
    throw new Failure(404, {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${method}: ${path}).`,
    });
  }
  if (rights) checkRight(operation.name, rights);
  const parameters = readRequest(operation.name, form);
  checkTexts(parameters);
  checkExpand(operation.name, parameters);
  return { operation, parameters };
}

function perform(account: Account, { operation, parameters }: Accepted): Answer {
  const { expand = [] } = parameters as { expand?: string[] };
  const reply = expand.reduce<unknown>(
    (value, wanted) => expanded(account.ledger, value, wanted.split('.')),
    OPERATIONS[operation.name]?.(account, parameters as never, operation.path),
  );
  checkReply(operation.name, reply);
  return { status: 200, body: JSON.stringify(reply) };
}

interface Remembered extends Answer {
  request: string;
}

/** A repeated key gets the first answer again; the same key for another request is a mistake. */
class IdempotentAnswers {
  readonly #answers = new Map<string, Remembered>();

  find(key: string, request: string): Answer | null {
    const known = this.#answers.get(key);
    if (!known) return null;
    if (known.request === request) return known;
    throw new Failure(400, {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    });
  }

  keep(key: string, request: string, answer: Answer): void {
    this.#answers.set(key, { ...answer, request });
  }
}

const HOSTED: [RegExp, (account: Account, id: string, fields: Record<string, string> | null) => PageReply][] =
  [
    [/^\/c\/pay\/([\w-]+)/, checkout],
    [/^\/p\/session\/([\w-]+)/, portal],
  ];

function hostedPage(account: Account, method: string, path: string, body: string): PageReply | null {
  for (const [pattern, show] of HOSTED) {
    const [, id] = pattern.exec(path) ?? [];
    if (id === undefined) continue;
    return show(account, id, method === 'POST' ? (qs.parse(body) as Record<string, string>) : null);
  }
  return null;
}

function sendPage(response: ServerResponse, { status, html = '', location }: PageReply): void {
  response.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    ...(location === undefined ? {} : { Location: location }),
  });
  response.end(html);
}

/** Coupons that exist from the start, as they would in a real account. */
function seedPromotions(ledger: Ledger): void {
  const coupon = (id: string, percentOff: number, duration: 'once' | 'forever') =>
    build('Coupon', { id, percent_off: percentOff, duration, valid: true });
  const promotion = (code: string, couponId: string, percentOff: number, expiresAt: number | null) =>
    ledger.put<'promotion_code'>(
      build('PromotionCode', {
        id: ledger.newId('promotion_code'),
        code,
        active: true,
        created: ledger.now,
        expires_at: expiresAt,
        promotion: {
          type: 'coupon',
          coupon: coupon(couponId, percentOff, percentOff === 100 ? 'forever' : 'once'),
        },
      } as never),
    );
  promotion('HALF', 'half_once', 50, null);
  promotion('FREE', 'all_forever', 100, null);
  promotion('OLD', 'old_once', 50, ledger.now - 86_400);
}

export async function openStripe(): Promise<StripeStandIn> {
  const webhooks = createWebhooks();
  const ledger = new Ledger((event) => webhooks.accept(event));
  seedPromotions(ledger);
  const account: Account = { ledger, subscriptions: new Subscriptions(ledger), baseUrl: () => url };
  const faults: Faults = { answer: null, isSilent: false, cutOff: null, answersLeft: null };
  const calls: string[] = [];
  const restricted = new Map<string, ReadonlySet<string>>();
  const idempotent = new IdempotentAnswers();

  function answerApi(request: IncomingMessage, at: URL, body: string): Answer & { isReplay?: boolean } {
    try {
      const rights = authorize(request, restricted);
      const method = request.method ?? 'GET';
      const form = qs.parse(method === 'POST' ? body : at.search.slice(1), { depth: 10, arrayLimit: 100 });
      const key = request.headers['idempotency-key'];
      const named = typeof key === 'string' && method === 'POST' ? key : null;
      const wanted = `${method} ${at.pathname} ${JSON.stringify(form)}`;
      const replay = named === null ? null : idempotent.find(named, wanted);
      if (replay) return { ...replay, isReplay: true };
      calls.push(findOperation(method, at.pathname)?.name ?? `${method} ${at.pathname}`);
      const accepted = accept(method, at.pathname, form, rights);
      const answer = attempt(() => perform(account, accepted));
      if (named !== null) idempotent.keep(named, wanted, answer);
      return answer;
    } catch (cause) {
      if (cause instanceof Failure) return failed(cause);
      throw cause;
    }
  }

  /** A refusal of what was begun is an answer too, and is repeated for the same key. */
  function attempt(run: () => Answer): Answer {
    try {
      return run();
    } catch (cause) {
      if (cause instanceof Failure) return failed(cause);
      throw cause;
    }
  }

  function isDown(): boolean {
    if (faults.answersLeft === null) return false;
    faults.answersLeft -= 1;
    return faults.answersLeft < 0;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = new URL(request.url ?? '/', url);
    const body = await text(request);
    const hosted = hostedPage(account, request.method ?? 'GET', at.pathname, body);
    if (hosted) return sendPage(response, hosted);
    if (faults.isSilent) return;
    const operation = findOperation(request.method ?? 'GET', at.pathname)?.name ?? '';
    const isCutOff = faults.cutOff?.operation === operation;
    if (isCutOff && faults.cutOff?.before === true) return void request.socket.destroy();
    const reply = faults.answer ?? (isDown() ? DOWN : answerApi(request, at, body));
    if (isCutOff) return void request.socket.destroy();
    response.writeHead(reply.status, {
      'Content-Type': 'application/json',
      'Request-Id': ledger.newId('event').replace('evt', 'req'),
      ...('isReplay' in reply ? { 'Idempotent-Replayed': 'true' } : {}),
    });
    response.end(reply.body);
  }

  const http = createServer((request, response) => {
    answer(request, response).catch((cause: unknown) => {
      // A mistake of the stand-in must fail the test that meets it, not look like a refusal of Stripe.
      process.stderr.write(`${String(cause)}\n`);
      response.writeHead(500).end(JSON.stringify({ error: { type: 'api_error', message: String(cause) } }));
    });
  });
  await new Promise<void>((ready) => http.listen(0, '127.0.0.1', ready));
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;

  return {
    url,
    secretKey: SECRET_KEY,
    account,
    webhooks,
    faults,
    calls,
    advance: (days) => account.subscriptions.advance(days * 86_400),
    removeCustomers() {
      ledger.removeCustomers();
      webhooks.forget();
    },
    restrictedKey(rights) {
      const key = `rk_test_${ledger.newId('event')}`;
      restricted.set(key, new Set(rights));
      return key;
    },
    newCard,
    async submit(pageUrl, fields) {
      const sent = await fetch(pageUrl, {
        method: 'POST',
        body: new URLSearchParams(fields),
        redirect: 'manual',
      });
      return { location: sent.headers.get('location'), html: await sent.text() };
    },
    async close() {
      http.closeAllConnections();
      await new Promise((closed) => void http.close(closed));
    },
  };
}
