import type { Context } from 'koa';

// The `__Host-` prefix binds a cookie to this exact origin: no other host, and no page of a snapshot, can set or widen
// it.

/** Returns a cookie's value, or null. Rejects a name that occurs twice, which may be an injected cookie. */
export function readCookie(header: string | undefined, name: string): string | null {
  const values = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return values.length === 1 ? (values[0] ?? null) : null;
}

export function setCookie(ctx: Context, name: string, value: string, maxAgeSeconds: number): void {
  ctx.append(
    'Set-Cookie',
    `${name}=${value}; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=${maxAgeSeconds}`,
  );
}

export function clearCookie(ctx: Context, name: string): void {
  setCookie(ctx, name, '', 0);
}
