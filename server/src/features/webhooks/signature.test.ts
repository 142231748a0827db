import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { newSigningSecret, signatureHeaders } from './signature.ts';

// The vector of the tests of Standard Webhooks.
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const VECTOR = {
  eventId: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  now: new Date(1_614_265_330_000),
  body: '{"test": 2432232314}',
};
const SIGNATURE = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';

describe('headers of a delivery', () => {
  test('are those of Standard Webhooks', () => {
    expect(signatureHeaders([SECRET], VECTOR)).toEqual({
      'webhook-id': VECTOR.eventId,
      'webhook-timestamp': '1614265330',
      'webhook-signature': SIGNATURE,
    });
  });

  test('have a signature for each of two secrets, by either of which a receiver verifies', () => {
    const [old, next] = [newSigningSecret(), newSigningSecret()];
    const sent = { ...VECTOR, now: new Date() };
    const headers = signatureHeaders([next, old], sent);
    for (const secret of [old, next])
      expect(new Webhook(secret).verify(sent.body, headers)).toEqual({ test: 2_432_232_314 });
    expect(() => new Webhook(newSigningSecret()).verify(sent.body, headers)).toThrow('No matching signature');
    expect(() => new Webhook(old).verify(sent.body.replace('4', '5'), headers)).toThrow(
      'No matching signature',
    );
  });
});

test('a secret is 24 random bytes', () => {
  const secret = newSigningSecret();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
  expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(24);
  expect(newSigningSecret()).not.toBe(secret);
});
