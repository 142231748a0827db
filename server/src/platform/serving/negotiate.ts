/** Supported content codings, best first: smaller, then cheaper to decode. */
const ENCODINGS = ['br', 'zstd', 'gzip', 'identity'] as const;
export type Encoding = (typeof ENCODINGS)[number];

const IDENTITY_ONLY: readonly Encoding[] = ['identity'];
/** Browsers send a handful of different headers; an attacker may send any number. */
const REMEMBERED = 200;
const remembered = new Map<string, readonly Encoding[]>();

function weightsOf(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    if (name === '' || !/^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(quality)) continue;
    weights.set(name === 'x-gzip' ? 'gzip' : name, Number(quality));
  }
  return weights;
}

function order(header: string): readonly Encoding[] {
  const weights = weightsOf(header);
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0;
  const wanted = ENCODINGS.filter((encoding) => weightOf(encoding) > 0).toSorted(
    (a, b) => weightOf(b) - weightOf(a),
  );
  // `identity` is always acceptable: even if the client forbids it, a response is better than none (RFC 9110, 12.5.3).
  return wanted.includes('identity') ? wanted : [...wanted, 'identity'];
}

/** Returns the codings a request accepts, most preferred first; `identity` is always included. */
export function acceptedEncodings(header: string | undefined): readonly Encoding[] {
  if (header === undefined) return IDENTITY_ONLY;
  const known = remembered.get(header);
  if (known) return known;
  const encodings = order(header);
  if (remembered.size >= REMEMBERED) remembered.clear();
  remembered.set(header, encodings);
  return encodings;
}
