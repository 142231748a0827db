import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createClient } from '@stagelink/shared/client/call';
import { register } from '@stagelink/shared/contracts/accounts';
import { startTrial } from '@stagelink/shared/contracts/billing';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type Database } from '../../server/src/testing/database.ts';
import { type Mailbox, openMailbox } from '../../server/src/testing/mailbox.ts';
import { openPreparedStripe } from '../../server/src/testing/stripe/prepared.ts';
import type { StripeStandIn } from '../../server/src/testing/stripe/standIn.ts';
import { IS_LONG } from '../support/longForm.ts';
import { newDataDir, type Server, startServer } from '../support/server.ts';

// The real server as a process, killed again and again after it has acknowledged the webhooks of purchases and before it
// has applied them. All processes share one database and one cache of compiled code.

/** A hundred purchases are interrupted in the long form. */
const KILLS = IS_LONG ? 5 : 1;
const PURCHASES = IS_LONG ? 20 : 5;
const SECRET = 'whsec_of_the_kills';

let dataDir: string;
let database: Database;
let db: Client;
let stripe: StripeStandIn;
let mailbox: Mailbox;

beforeAll(async () => {
  dataDir = await newDataDir();
  database = await createDatabase();
  db = new Client({ connectionString: database.url });
  await db.connect();
  stripe = await openPreparedStripe();
  mailbox = await openMailbox();
});
afterAll(async () => {
  await mailbox.close();
  await stripe.close();
  await db.end();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(): Promise<Server> {
  const server = await startServer({
    dataDir,
    env: {
      DATABASE_URL: database.url,
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: SECRET,
      STRIPE_API_BASE: stripe.url,
      SMTP_URL: mailbox.url,
      MAIL_FROM: 'Stagelink <mail@stagelink.example>',
    },
  });
  stripe.webhooks.sendTo(`${server.url}/webhooks/stripe`, SECRET);
  return server;
}

/** Creates an account and starts its trial at the hosted checkout, without coming back. Returns its address. */
async function buyTrial(url: string): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  mailbox.answer(email, 451); // so that no process is killed while an email is being accepted
  let token = '';
  const call = createClient(async ({ method, path: at, json }) => {
    const headers = {
      'Content-Type': 'application/json',
      ...(token && { Authorization: `Bearer ${token}` }),
    };
    const answer = await fetch(url + at, { method, headers, body: json ?? null });
    return { status: answer.status, text: await answer.text() };
  });
  token = (await call(register, { email, name: 'Ada', password: 'correct horse battery' })).sessionToken;
  await db.query('update users set email_verified_at = now() where email = $1', [email]);
  const checkout = await call(startTrial, { plan: 'monthly' });
  const paid = await stripe.submit(checkout.url, { action: 'pay', number: stripe.newCard('pays') });
  if (paid.location === null) throw new Error(paid.html);
  return email;
}

async function statusesOf(emails: string[]): Promise<string[]> {
  const { rows } = await db.query<{ status: string }>(
    'select subscription_status as status from users where email = any($1)',
    [emails],
  );
  return rows.map(({ status }) => status);
}

async function waitingJobs(...names: string[]): Promise<number> {
  const { rowCount } = await db.query(
    `select from pgboss.job where name = any($1) and state in ('created', 'active', 'retry')`,
    [names],
  );
  return rowCount ?? 0;
}

/** Trials are bought, and the server is killed when their webhooks are acknowledged and nothing is applied yet. */
async function buyAndKill(): Promise<string[]> {
  const server = await start();
  // What it does at its start would apply the purchases too.
  await expect.poll(() => waitingJobs('reconcile_billing')).toBe(0);
  const emails: string[] = [];
  for (let purchase = 0; purchase < PURCHASES; purchase += 1) emails.push(await buyTrial(server.url));
  // The locks keep the jobs from writing before the kill.
  await db.query('begin');
  await db.query('select from users where email = any($1) order by id for update', [emails]);
  expect(new Set(await stripe.webhooks.flush())).toEqual(new Set([200]));
  const gone = once(server.process, 'exit');
  server.process.kill('SIGKILL');
  await gone;
  expect(new Set(await statusesOf(emails))).toEqual(new Set(['none']));
  await db.query('rollback');
  return emails;
}

/** Time passes until it is noticed that a killed process does nothing any more. */
const missHeartbeats = () =>
  db.query(`update pgboss.job set heartbeat_on = now() - interval '1 minute' where state = 'active'`);

/** Time passes until the next retry. */
const endBackoff = () => db.query(`update pgboss.job set start_after = now() where state = 'retry'`);

async function unfinishedJobs(): Promise<number> {
  await endBackoff();
  return waitingJobs('apply_billing', 'send_mail');
}

test('purchases whose webhooks a killed server had acknowledged are applied, each with one email', async () => {
  stripe.webhooks.delivery.held = (events) => events;
  const buyers: string[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) buyers.push(...(await buyAndKill()));

  for (const email of buyers) mailbox.answer(email, null);
  await missHeartbeats();
  const last = await start();
  await expect.poll(unfinishedJobs, { timeout: 300_000, interval: 1_000 }).toBe(0);
  await last.stop();
  expect(await statusesOf(buyers)).toEqual(buyers.map(() => 'trial'));
  const started = mailbox.all.filter(({ subject }) => subject === 'Your Pro trial has started');
  expect(started.map(({ to }) => to).toSorted()).toEqual(buyers.toSorted());
}, 1_800_000);
