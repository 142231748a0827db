const UNITS = ['B', 'kB', 'MB', 'GB'] as const;

/** A size as people say it: “3.2 MB”. Counted in steps of 1,024, like the plans' limits. */
export function bytes(count: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(count, 1)) / 10));
  const value = count / 1024 ** step;
  const digits = step === 0 || value >= 100 || Number.isInteger(value) ? 0 : 1;
  return `${value.toFixed(digits)} ${UNITS[step]}`;
}
