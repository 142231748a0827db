import { Email } from '@stagelink/shared/contracts/accounts';
import * as z from 'zod';

/** Line breaks, other control characters, and bidirectional overrides. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;
const SUBJECT_MAX = 200;

/** Prevents header injection: users' texts appear in subjects and names. */
const oneLine = (text: string) => text.replace(UNPRINTABLE, ' ').replace(/\s+/g, ' ').trim();
const clipped = (text: string) =>
  text.length > SUBJECT_MAX ? `${text.slice(0, SUBJECT_MAX - 1).trimEnd()}…` : text;

export const Address = z.object({ name: z.string().transform(oneLine), email: Email });
export type Address = z.output<typeof Address>;

/** A stored image that an email contains: where its HTML has `mark`, once the bytes are attached. */
export const MailPicture = z.object({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  alt: z.string().transform(oneLine),
});
export type MailPicture = z.output<typeof MailPicture>;

/** One email to one person. Only these fields reach the mail server. */
export const Message = z.object({
  to: Address,
  subject: z.string().transform(oneLine).transform(clipped).pipe(z.string().min(1)),
  text: z.string().min(1),
  html: z.string().min(1),
  picture: z.optional(MailPicture),
  headers: z.record(z.string().regex(/^[A-Za-z-]+$/), z.string().regex(/^[\x20-\x7e]+$/)),
});
export type Message = z.output<typeof Message>;
