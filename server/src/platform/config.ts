import { createECDH } from 'node:crypto';
import { homedir } from 'node:os';
import path from 'node:path';
import { Email } from '@stagelink/shared/contracts/accounts';
import {
  ASSISTANT_TOKENS_PER_DAY,
  ASSISTANT_TOKENS_PER_OWNER_PER_MONTH,
  PLAN_LIMITS,
  type PlanLimits,
  RATE_LIMITS,
  type RateLimit,
} from '@stagelink/shared/contracts/limits';
import type { RateLimitName } from '@stagelink/shared/contracts/endpoint';
import * as z from 'zod';
import { CONNECTION_WAIT_MS, OTHER_CONNECTIONS } from './db/connections.ts';
import { isLoopbackHost } from './http/loopback.ts';
import type { Address } from './mail/message.ts';

// The only file that reads the environment. Everything else receives a Config.

const json = <T extends z.ZodType>(schema: T) =>
  z
    .string()
    .default('{}')
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue('is not valid JSON');
        return z.NEVER;
      }
    })
    .pipe(schema);

const positive = z.number().int().min(1);
const planPatch = z
  .strictObject({
    activeSnapshots: positive.nullable(),
    snapshotBytes: positive,
    maxExpiryDays: positive,
    defaultExpiryDays: positive,
    storedBytes: positive,
    openUploads: positive,
  })
  .partial();
const limitPatch = z.strictObject({
  points: positive,
  seconds: positive,
  addressPoints: positive.optional(),
});

/** As browsers write it: no path, no upper case, no wildcard. */
const EXACT_ORIGIN = /^https?:\/\/[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?$/;

/** Whether a text is a private key of the curve P-256. */
function isPrivateKey(text: string): boolean {
  if (!/^[\w-]{43}$/.test(text)) return false;
  try {
    createECDH('prime256v1').setPrivateKey(text, 'base64url');
    return true;
  } catch {
    return false; // zero, or above the order of the curve
  }
}

const Environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65535).default(4600),
  APP_URL: z.url({ protocol: /^https?$/ }).optional(),
  DEV_LOGIN: z.enum(['true', 'false']).default('false'),
  CONTENT_DOMAIN: z
    .string()
    .regex(/^[a-z0-9.-]+$/, 'must be a host name such as example.com, without a protocol or port')
    .default('localhost'),
  CONTENT_MODE: z.enum(['origin', 'path']).default('origin'),
  EMBED_ORIGINS: z
    .string()
    .default('')
    .transform((text) => text.split(/[\s,]+/).filter(Boolean))
    .refine(
      (origins) => origins.every((origin) => EXACT_ORIGIN.test(origin)),
      'must name exact origins such as https://app.example.com, with spaces between them',
    ),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_DIRECT_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_POOL: z.coerce
    .number()
    .int()
    .min(OTHER_CONNECTIONS + 2)
    .default(OTHER_CONNECTIONS + 10),
  STAGELINK_DATA: z.string().min(1).optional(),
  STAGELINK_SECRET: z.string().min(32, 'must be at least 32 characters').optional(),
  S3_ENDPOINT: z.url().optional(),
  S3_BUCKET: z.string().min(1).optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  TRASH_DAYS: z.coerce.number().min(0).max(3650).default(7),
  TRASH_GB: z.coerce.number().min(0).default(50),
  SMTP_URL: z
    .url({
      protocol: /^smtps?$/,
      hostname: /./,
      error: 'must be like smtp://user:password@mail.example.com:587',
    })
    .optional(),
  MAIL_FROM: z
    .string()
    .transform((text) => /^\s*(?:"?(.*?)"?\s*<([^<>]+)>|([^\s<>]+))\s*$/.exec(text))
    .transform((parts) => ({ name: parts?.[1] || 'Stagelink', email: parts?.[2] ?? parts?.[3] ?? '' }))
    .refine(({ email }) => Email.safeParse(email).success, 'must be like Stagelink <mail@example.com>')
    .optional(),
  TRY_WITHOUT_ACCOUNT: z.enum(['on', 'off']).default('on'),
  COMMENT_MAIL_MINUTES: z.coerce.number().min(0).max(1440).default(10),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_ISSUER: z.url({ protocol: /^https?$/ }).default('https://accounts.google.com'),
  METRICS_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  TRUSTED_PROXIES: z.coerce.number().int().min(0).default(0),
  LOG_FILE: z.string().min(1).optional(),
  LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
  SUPERADMIN_EMAIL: z.string().optional(),
  SENTRY_DSN: z
    .url({ protocol: /^https?$/, error: 'must be like https://key@host/1' })
    .refine(
      (dsn) => /^\/(?:.*\/)?\d+$/.test(new URL(dsn).pathname) && new URL(dsn).username !== '',
      'must be like https://key@host/1',
    )
    .optional(),
  SUPPORT_EMAIL: z.email('must be like help@example.com').optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_\w+$/, 'must be a secret or restricted key of Stripe, such as sk_live_…')
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_\w+$/, 'must be a publishable key of Stripe, such as pk_live_…')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .default('')
    .transform((text) => text.split(/[\s,]+/).filter(Boolean)),
  STRIPE_TAX: z.enum(['on', 'off']).default('off'),
  STRIPE_API_BASE: z.url({ protocol: /^https?$/ }).optional(),
  OPENAI_API_KEY: z.string().optional(),
  OPENAI_BASE_URL: z.url({ protocol: /^https?$/ }).default('https://api.openai.com/v1'),
  OPENAI_MODEL: z.string().min(1).optional(),
  OPENAI_STRUCTURED: z.enum(['auto', 'json_schema', 'json_object', 'text']).default('auto'),
  OPENAI_VISION: z.enum(['true', 'false']).default('false'),
  AI_TOKENS_PER_DAY: z.coerce.number().int().min(1).default(ASSISTANT_TOKENS_PER_DAY),
  AI_TOKENS_PER_OWNER_PER_MONTH: z.coerce.number().int().min(1).default(ASSISTANT_TOKENS_PER_OWNER_PER_MONTH),
  WEBHOOKS_ALLOW_PRIVATE: z.enum(['true', 'false']).default('false'),
  VAPID_PRIVATE_KEY: z
    .string()
    .refine(
      isPrivateKey,
      'must be a private key of P-256 in base64url, as web-push generate-vapid-keys makes it',
    )
    .optional(),
  GITHUB_API_URL: z.url({ protocol: /^https?$/ }).default('https://api.github.com'),
  LINEAR_API_URL: z.url({ protocol: /^https?$/ }).default('https://api.linear.app'),
  SLACK_HOOKS_ORIGIN: z
    .string()
    .regex(EXACT_ORIGIN, 'must be an origin such as https://hooks.slack.com')
    .default('https://hooks.slack.com'),
  RATE_LIMITS: json(z.partialRecord(z.enum(Object.keys(RATE_LIMITS) as [RateLimitName]), limitPatch)),
  PLAN_LIMITS: json(z.strictObject({ free: planPatch.optional(), pro: planPatch.optional() })),
});

export interface BillingConfig {
  stripeSecretKey: string;
  /** Key for Apple Pay on the pricing page. Null: the checkout at Stripe alone. */
  stripePublishableKey: string | null;
  /** Several while a secret is being replaced. */
  webhookSecrets: string[];
  /** Stripe computes and adds taxes at the checkout. */
  collectsTaxes: boolean;
  /** Another server that speaks Stripe’s API, for tests. */
  apiBase: string | null;
}

export interface ModelConfig {
  apiKey: string;
  /** Address of any server with OpenAI’s `chat.completions`, without a trailing slash. */
  baseUrl: string;
  model: string;
  /** How an answer in JSON is requested; `auto` finds out. */
  structured: 'auto' | 'json_schema' | 'json_object' | 'text';
  /** Whether the model is sent the picture of a first page. */
  vision: boolean;
}

export interface Config {
  mode: 'development' | 'test' | 'production';
  host: string;
  port: number;
  /** Public URL of the web app, without a trailing slash. */
  appUrl: string;
  /** Lets any browser on this computer sign in as any account without a password. */
  devLogin: boolean;
  contentDomain: string;
  contentMode: 'origin' | 'path';
  /** Further origins whose pages may frame the viewer and the sign-in page. */
  embedOrigins: string[];
  /** Null: start the embedded PostgreSQL in the data folder. */
  databaseUrl: string | null;
  /** PostgreSQL itself when `databaseUrl` leads to a pooler, else null. */
  databaseDirectUrl: string | null;
  /** Connections for requests. */
  databasePool: number;
  /** How long a request waits for a connection before it is refused as one too many. */
  databaseWaitMs: number;
  dataDir: string;
  /** Null: use a key stored in the data folder. */
  secret: string | null;
  bucket: { endpoint: string | undefined; name: string; region: string; keyId: string; key: string } | null;
  /** How long, and how much, deleted data can be restored from the store. */
  trash: { trashMs: number; trashBytes: number };
  /** Null: email is off. */
  mail: { url: string; from: Address } | null;
  /** Whether visitors can stage for a day without an account. */
  tryWithoutAccount: boolean;
  /** How long comments on a snapshot are collected before they are emailed together. */
  commentMailMinutes: number;
  /** Null: Google sign-in is off. */
  google: { clientId: string; clientSecret: string; issuer: string } | null;
  /** The account that becomes superadmin at the start. */
  superadminEmail: string | null;
  /** Where the landing page’s support link leads; null: to the documentation. */
  supportEmail: string | null;
  /** Where unexpected errors are reported to; null reports them nowhere. */
  sentryDsn: string | null;
  metricsPort: number | null;
  metricsHost: string;
  /** How many proxies in front of the server are trusted to report the client's address. */
  trustedProxies: number;
  logLevel: string;
  /** Null: log to stdout. */
  logFile: string | null;
  /** Every account has Pro. By default the case without billing. */
  isSelfHosted: boolean;
  /** Null without a Stripe key: nothing can be bought. */
  billing: BillingConfig | null;
  /** Null without a key: the assistant has no model. */
  model: ModelConfig | null;
  /** Tokens of all requests to the model together. */
  aiTokensPerDay: number;
  aiTokensPerOwnerPerMonth: number;
  /** Whether webhooks may be sent to this computer and private networks, and to any port. */
  webhooksAllowPrivate: boolean;
  /** Signs requests to push services. Null: a key made of the master key. */
  vapidPrivateKey: string | null;
  /** Where issues are made, without a trailing slash. */
  githubApiUrl: string;
  linearApiUrl: string;
  /** Origin of Slack’s incoming webhooks. */
  slackHooksOrigin: string;
  rateLimits: Record<RateLimitName, RateLimit>;
  planLimits: Record<'free' | 'pro', PlanLimits>;
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** As root the database runs as another user, who cannot read root's home. */
function defaultDataDir(env: NodeJS.ProcessEnv): string {
  if (process.getuid?.() === 0) return '/var/lib/stagelink';
  if (process.platform === 'darwin') return path.join(homedir(), 'Library/Application Support/stagelink');
  return path.join(env['XDG_STATE_HOME'] ?? path.join(homedir(), '.local/state'), 'stagelink');
}

function directUrlOf(env: z.output<typeof Environment>): string | null {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: direct } = env;
  if (direct !== undefined && url === undefined)
    throw new ConfigError('DATABASE_DIRECT_URL is set but DATABASE_URL is not: set both.');
  return direct === undefined || direct === url ? null : direct;
}

function bucketOf(env: z.output<typeof Environment>): Config['bucket'] {
  if (!env.S3_BUCKET) {
    if (env.S3_ENDPOINT)
      throw new ConfigError('S3_ENDPOINT is set but S3_BUCKET is not: name the bucket too.');
    return null;
  }
  if (!env.S3_ACCESS_KEY_ID || !env.S3_SECRET_ACCESS_KEY) {
    throw new ConfigError('S3_BUCKET is set: S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are needed too.');
  }
  return {
    endpoint: env.S3_ENDPOINT,
    name: env.S3_BUCKET,
    region: env.S3_REGION,
    keyId: env.S3_ACCESS_KEY_ID,
    key: env.S3_SECRET_ACCESS_KEY,
  };
}

function mailOf({ SMTP_URL, MAIL_FROM }: z.output<typeof Environment>): Config['mail'] {
  if (SMTP_URL && MAIL_FROM) return { url: SMTP_URL, from: MAIL_FROM };
  if (SMTP_URL) throw new ConfigError('SMTP_URL is set but MAIL_FROM is not: name the sender too.');
  if (MAIL_FROM) throw new ConfigError('MAIL_FROM is set but SMTP_URL is not: name the mail server too.');
  return null;
}

function googleOf(env: z.output<typeof Environment>): Config['google'] {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, GOOGLE_ISSUER: issuer } = env;
  if (clientId && clientSecret) return { clientId, clientSecret, issuer: issuer.replace(/\/+$/, '') };
  if (clientId) throw new ConfigError('GOOGLE_CLIENT_ID is set: GOOGLE_CLIENT_SECRET is needed too.');
  if (clientSecret) throw new ConfigError('GOOGLE_CLIENT_SECRET is set: GOOGLE_CLIENT_ID is needed too.');
  return null;
}

const isLive = (stripeKey: string) => stripeKey.includes('_live_');

function billingOf(env: z.output<typeof Environment>): Config['billing'] {
  const {
    STRIPE_SECRET_KEY: stripeSecretKey,
    STRIPE_PUBLISHABLE_KEY: stripePublishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecrets,
  } = env;
  if (!stripeSecretKey) {
    if (stripePublishableKey)
      throw new ConfigError('STRIPE_PUBLISHABLE_KEY is set but STRIPE_SECRET_KEY is not: set both.');
    if (webhookSecrets.length === 0) return null;
    throw new ConfigError('STRIPE_WEBHOOK_SECRET is set but STRIPE_SECRET_KEY is not: set the key too.');
  }
  if (stripePublishableKey && isLive(stripePublishableKey) !== isLive(stripeSecretKey)) {
    throw new ConfigError(
      'STRIPE_PUBLISHABLE_KEY and STRIPE_SECRET_KEY must both be live or both be test keys.',
    );
  }
  if (webhookSecrets.length === 0 && env.NODE_ENV === 'production') {
    throw new ConfigError('STRIPE_SECRET_KEY is set: in production STRIPE_WEBHOOK_SECRET is needed too.');
  }
  if (env.STRIPE_API_BASE && isLive(stripeSecretKey)) {
    throw new ConfigError('STRIPE_API_BASE is for tests: it cannot be used with a live key.');
  }
  const collectsTaxes = env.STRIPE_TAX === 'on';
  return {
    stripeSecretKey,
    // A wallet shows its amount before the address is known, so taxes are added at the checkout only.
    stripePublishableKey: collectsTaxes ? null : (stripePublishableKey ?? null),
    collectsTaxes,
    webhookSecrets,
    apiBase: env.STRIPE_API_BASE ?? null,
  };
}

function modelOf(env: z.output<typeof Environment>): Config['model'] {
  const { OPENAI_API_KEY: apiKey, OPENAI_MODEL: model, OPENAI_STRUCTURED: structured } = env;
  if (apiKey && model) {
    const baseUrl = env.OPENAI_BASE_URL.replace(/\/+$/, '');
    return { apiKey, model, structured, baseUrl, vision: env.OPENAI_VISION === 'true' };
  }
  if (apiKey) throw new ConfigError('OPENAI_API_KEY is set but OPENAI_MODEL is not: name the model too.');
  if (model) {
    throw new ConfigError(
      'OPENAI_MODEL is set but OPENAI_API_KEY is not: set it too, to any text if the server needs none.',
    );
  }
  return null;
}

/** A snapshot must not frame the app, and the framing page must not be open to tampering on the network. */
function embedOriginsOf(env: z.output<typeof Environment>): string[] {
  for (const origin of env.EMBED_ORIGINS) {
    const { protocol, hostname } = new URL(origin);
    if (env.NODE_ENV === 'production' && protocol !== 'https:') {
      throw new ConfigError(
        `EMBED_ORIGINS names ${origin}: in production each origin must begin with https://.`,
      );
    }
    if (env.CONTENT_MODE === 'origin' && hostname.endsWith(`.${env.CONTENT_DOMAIN}`)) {
      throw new ConfigError(
        `EMBED_ORIGINS names ${origin}, which is below CONTENT_DOMAIN: snapshots run there.`,
      );
    }
  }
  return env.EMBED_ORIGINS;
}

function devLoginOf(env: z.output<typeof Environment>, appUrl: string): boolean {
  if (env.DEV_LOGIN === 'false') return false;
  const isPrivate = isLoopbackHost(env.HOST) && isLoopbackHost(new URL(appUrl).hostname);
  if (isPrivate && env.NODE_ENV !== 'production') return true;
  throw new ConfigError(
    'DEV_LOGIN signs anyone in without a password: it needs a loopback HOST and APP_URL, outside production.',
  );
}

/** Reads the environment. Throws `ConfigError` naming the first invalid variable. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = Environment.safeParse(present);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ConfigError(`${issue?.path.join('.')} is not usable: ${issue?.message}.`);
  }
  const read = parsed.data;
  const dataDir = path.resolve(read.STAGELINK_DATA ?? defaultDataDir(env));
  if (read.NODE_ENV === 'production' && !read.APP_URL) {
    throw new ConfigError('APP_URL is not set: in production the server must know its public address.');
  }
  const appUrl = (read.APP_URL ?? `http://localhost:${read.PORT}`).replace(/\/+$/, '');
  const billing = billingOf(read);
  return {
    mode: read.NODE_ENV,
    host: read.HOST,
    port: read.PORT,
    appUrl,
    devLogin: devLoginOf(read, appUrl),
    contentDomain: read.CONTENT_DOMAIN,
    contentMode: read.CONTENT_MODE,
    embedOrigins: embedOriginsOf(read),
    databaseUrl: read.DATABASE_URL ?? null,
    databaseDirectUrl: directUrlOf(read),
    databasePool: read.DATABASE_POOL - OTHER_CONNECTIONS,
    databaseWaitMs: CONNECTION_WAIT_MS,
    dataDir,
    secret: read.STAGELINK_SECRET ?? null,
    bucket: bucketOf(read),
    trash: { trashMs: read.TRASH_DAYS * 86_400_000, trashBytes: read.TRASH_GB * 1024 ** 3 },
    mail: mailOf(read),
    tryWithoutAccount: read.TRY_WITHOUT_ACCOUNT === 'on',
    commentMailMinutes: read.COMMENT_MAIL_MINUTES,
    google: googleOf(read),
    superadminEmail: read.SUPERADMIN_EMAIL ?? null,
    supportEmail: read.SUPPORT_EMAIL ?? null,
    sentryDsn: read.SENTRY_DSN ?? null,
    metricsPort: read.METRICS_PORT ?? null,
    metricsHost: read.METRICS_HOST,
    trustedProxies: read.TRUSTED_PROXIES,
    logLevel: read.LOG_LEVEL,
    logFile: read.LOG_FILE === undefined ? null : path.resolve(dataDir, read.LOG_FILE),
    isSelfHosted: billing === null,
    billing,
    model: modelOf(read),
    aiTokensPerDay: read.AI_TOKENS_PER_DAY,
    aiTokensPerOwnerPerMonth: read.AI_TOKENS_PER_OWNER_PER_MONTH,
    webhooksAllowPrivate: read.WEBHOOKS_ALLOW_PRIVATE === 'true',
    vapidPrivateKey: read.VAPID_PRIVATE_KEY ?? null,
    githubApiUrl: read.GITHUB_API_URL.replace(/\/+$/, ''),
    linearApiUrl: read.LINEAR_API_URL.replace(/\/+$/, ''),
    slackHooksOrigin: read.SLACK_HOOKS_ORIGIN,
    rateLimits: { ...RATE_LIMITS, ...read.RATE_LIMITS },
    planLimits: {
      free: { ...PLAN_LIMITS.free, ...read.PLAN_LIMITS.free },
      pro: { ...PLAN_LIMITS.pro, ...read.PLAN_LIMITS.pro },
    },
  };
}
