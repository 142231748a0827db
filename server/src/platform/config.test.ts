import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

describe('EMBED_ORIGINS', () => {
  test('contains exact origins, none by default', () => {
    expect(readConfig({}).embedOrigins).toEqual([]);
    expect(
      readConfig({ EMBED_ORIGINS: ' https://app.example.com, http://localhost:3000 ' }).embedOrigins,
    ).toEqual(['https://app.example.com', 'http://localhost:3000']);
  });

  test.each([
    '*',
    'https://*.example.com',
    'https://app.example.com/',
    'https://app.example.com/page',
    'https://App.example.com',
    'https://user@app.example.com',
    'app.example.com',
    'file://x',
    'null',
    "'self'",
    'https://a.example;script-src',
  ])('rejects %s in one sentence', (value) => {
    expect(() => readConfig({ EMBED_ORIGINS: value })).toThrow(
      new ConfigError(
        'EMBED_ORIGINS is not usable: must name exact origins such as https://app.example.com, with spaces between them.',
      ),
    );
  });

  test('rejects origins without https in production', () => {
    const production = { NODE_ENV: 'production', APP_URL: 'https://stagelink.example' };
    const config = readConfig({ ...production, EMBED_ORIGINS: 'https://app.example.com' });
    expect(config.embedOrigins).toEqual(['https://app.example.com']);
    expect(() => readConfig({ ...production, EMBED_ORIGINS: 'http://app.example.com' })).toThrow(
      'EMBED_ORIGINS names http://app.example.com: in production each origin must begin with https://.',
    );
  });

  test('rejects the origin of a snapshot', () => {
    expect(() => readConfig({ EMBED_ORIGINS: 'http://abc.localhost:4600' })).toThrow(
      'EMBED_ORIGINS names http://abc.localhost:4600, which is below CONTENT_DOMAIN: snapshots run there.',
    );
  });
});

test('an installation without a Stripe key is self-hosted, one with a key bills', () => {
  expect(readConfig({ NODE_ENV: 'test' })).toMatchObject({ isSelfHosted: true, billing: null });
  expect(readConfig({ NODE_ENV: 'test', STRIPE_SECRET_KEY: 'sk_test_1' })).toMatchObject({
    isSelfHosted: false,
    billing: {
      stripeSecretKey: 'sk_test_1',
      stripePublishableKey: null,
      webhookSecrets: [],
      apiBase: null,
    },
  });
});

test.each([
  [{ STRIPE_SECRET_KEY: 'pk_live_1' }, 'STRIPE_SECRET_KEY is not usable'],
  [{ STRIPE_WEBHOOK_SECRET: 'whsec_1' }, 'STRIPE_WEBHOOK_SECRET is set but STRIPE_SECRET_KEY is not'],
  [{ STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }, 'STRIPE_PUBLISHABLE_KEY is set but STRIPE_SECRET_KEY is not'],
  [{ STRIPE_PUBLISHABLE_KEY: 'sk_test_1' }, 'must be a publishable key of Stripe'],
  [
    { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' },
    'must both be live or both be test keys',
  ],
  [
    { STRIPE_SECRET_KEY: 'sk_live_1', NODE_ENV: 'production', APP_URL: 'https://stagelink.example' },
    'in production STRIPE_WEBHOOK_SECRET is needed too',
  ],
  [
    { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_API_BASE: 'http://127.0.0.1:9' },
    'STRIPE_API_BASE is for tests: it cannot be used with a live key.',
  ],
])('billing settings that cannot work are explained: %o', (env, message) => {
  expect(() => readConfig(env)).toThrow(message);
});

test('several webhook secrets may be valid while one is replaced', () => {
  const { billing } = readConfig({
    STRIPE_SECRET_KEY: 'rk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1, whsec_2',
  });
  expect(billing?.webhookSecrets).toEqual(['whsec_1', 'whsec_2']);
});

describe('the model of the assistant', () => {
  test('is off by default, and needs a key and a name', () => {
    expect(readConfig({}).model).toBeNull();
    expect(readConfig({ OPENAI_API_KEY: 'k', OPENAI_MODEL: 'm' }).model).toMatchObject({
      baseUrl: 'https://api.openai.com/v1',
      structured: 'auto',
      vision: false,
    });
    expect(() => readConfig({ OPENAI_API_KEY: 'k' })).toThrow(
      'OPENAI_API_KEY is set but OPENAI_MODEL is not',
    );
    expect(() => readConfig({ OPENAI_MODEL: 'm' })).toThrow('OPENAI_MODEL is set but OPENAI_API_KEY is not');
    expect(() => readConfig({ OPENAI_VISION: 'yes' })).toThrow('OPENAI_VISION is not usable');
    expect(readConfig({})).toMatchObject({
      aiTokensPerDay: 2_000_000,
      aiTokensPerOwnerPerMonth: 1_000_000,
    });
    expect(() => readConfig({ AI_TOKENS_PER_DAY: '0' })).toThrow('AI_TOKENS_PER_DAY is not usable');
  });
});

test('connections of a process are counted together', () => {
  expect(readConfig({ DATABASE_POOL: '30' }).databasePool).toBe(18);
  expect(readConfig({}).databasePool).toBe(10);
  expect(() => readConfig({ DATABASE_POOL: '5' })).toThrow('DATABASE_POOL is not usable');
});

test('a direct address beside a pooler is one only when it differs', () => {
  const url = 'postgres://pooler.example/stagelink';
  const direct = 'postgres://postgres.example/stagelink';
  expect(readConfig({ DATABASE_URL: url, DATABASE_DIRECT_URL: direct }).databaseDirectUrl).toBe(direct);
  expect(readConfig({ DATABASE_URL: url, DATABASE_DIRECT_URL: url }).databaseDirectUrl).toBeNull();
  expect(() => readConfig({ DATABASE_DIRECT_URL: direct })).toThrow('DATABASE_URL is not: set both');
});
