interface Wanted {
  reviewers: { userEmail: string }[];
  deadline?: string | null | undefined;
}

/** The first address that is named a second time. */
export function namedTwice({ reviewers }: Wanted): number {
  const emails = reviewers.map(({ userEmail }) => userEmail);
  return emails.findIndex((email, at) => emails.indexOf(email) < at);
}

export const isPast = ({ deadline }: Wanted, now: number) => deadline != null && Date.parse(deadline) <= now;
