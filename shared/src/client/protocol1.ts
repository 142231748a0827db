/** Names of fields in protocol 1, with their names in protocol 2. */
const RENAMED = { isHeld: 'isPending', isWaiting: 'isDraft', waits: 'draft' } as const;
type Renamed = typeof RENAMED;

const isRenamed = (name: string): name is keyof Renamed => Object.hasOwn(RENAMED, name);

/** Returns the reply of a protocol 1 server with the present names of its fields, at any depth. */
export function fromProtocol1(reply: unknown): unknown {
  if (Array.isArray(reply)) return reply.map(fromProtocol1);
  if (typeof reply !== 'object' || reply === null) return reply;
  const fields = Object.entries(reply).map(([name, value]) => [
    isRenamed(name) ? RENAMED[name] : name,
    fromProtocol1(value),
  ]);
  return Object.fromEntries(fields);
}

/** Adds a field under its name of protocol 1, which installed clients read. */
export function withFormerName<N extends keyof Renamed, T extends Record<Renamed[N], unknown>>(
  reply: T,
  former: N,
): T {
  return { ...reply, [former]: reply[RENAMED[former]] };
}
