/** Every kind of caller. The tokens are the owner's; the objects of the call are the owner's too. */
export const CALLERS = [
  'signedOut',
  'stranger',
  /** Has entered the snapshot's password. */
  'visitorPastGate',
  /** Has opened the personal link of a review; has no account. */
  'reviewer',
  'owner',
  'superadmin',
  'token',
  'tokenWithoutScope',
  'expiredToken',
  'deactivatedOwner',
] as const;
export type Caller = (typeof CALLERS)[number];

/** The status each caller gets. */
export type Expectation = Record<Caller, number>;

/** An invalid credential is rejected everywhere, even where none is needed. */
const INVALID = { expiredToken: 401, deactivatedOwner: 401 };

export const ANYONE: Expectation = {
  signedOut: 200,
  stranger: 200,
  visitorPastGate: 200,
  reviewer: 200,
  owner: 200,
  superadmin: 200,
  token: 200,
  tokenWithoutScope: 200,
  ...INVALID,
};

const NO_TOKEN = { token: 403, tokenWithoutScope: 403 };

export const WITHOUT_TOKEN: Expectation = { ...ANYONE, ...NO_TOKEN };

/** Own data, by session or by a token with any scope. */
export const SIGNED_IN_OR_ANY_TOKEN: Expectation = {
  ...ANYONE,
  signedOut: 401,
  visitorPastGate: 401,
  reviewer: 401,
};

export const SIGNED_IN: Expectation = { ...SIGNED_IN_OR_ANY_TOKEN, tokenWithoutScope: 403 };
export const SIGNED_IN_WITHOUT_TOKEN: Expectation = { ...SIGNED_IN, ...NO_TOKEN };

/** Objects of others are reported as missing, to superadmins too. */
export const OWNER_ONLY: Expectation = { ...SIGNED_IN, stranger: 404, superadmin: 404 };
export const OWNER_WITHOUT_TOKEN: Expectation = { ...OWNER_ONLY, ...NO_TOKEN };

/** The role of superadmin, by session: own objects make no difference. */
export const SUPERADMIN_ONLY: Expectation = { ...SIGNED_IN_WITHOUT_TOKEN, stranger: 403, owner: 403 };

/** What a protected snapshot shows: its gate to those who have not passed it. */
export const WITH_ACCESS: Expectation = {
  ...ANYONE,
  signedOut: 401,
  stranger: 401,
  superadmin: 401,
  tokenWithoutScope: 403,
};

/** Part of a snapshot that others with access may open, but not see. */
export const OWNER_AMONG_READERS: Expectation = { ...WITH_ACCESS, visitorPastGate: 404, reviewer: 404 };

export const AUTHOR_ONLY: Expectation = { ...WITH_ACCESS, visitorPastGate: 403, reviewer: 403 };

/** Needs an account and access to the snapshot. */
export const SIGNED_IN_WITH_ACCESS: Expectation = { ...WITH_ACCESS, visitorPastGate: 401, reviewer: 401 };

/** Anyone may use a personal link, and no caller here has this one. */
export const LINK_REQUIRED: Expectation = every(WITHOUT_TOKEN, 410);

/** A review's owner may not answer it, and others do not see it. */
export const REVIEWER_ONLY: Expectation = {
  ...WITHOUT_TOKEN,
  signedOut: 401,
  stranger: 401,
  visitorPastGate: 404,
  owner: 403,
  superadmin: 401,
};

/** The same callers are allowed and get this status. */
export function every(expectation: Expectation, status: number): Expectation {
  const changed = Object.entries(expectation).map(([caller, was]) => [caller, was < 300 ? status : was]);
  return Object.fromEntries(changed) as Expectation;
}

export const created = (expectation: Expectation): Expectation => every(expectation, 201);
