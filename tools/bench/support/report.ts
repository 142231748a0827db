export const print = (text: string): void => void process.stdout.write(`${text}\n`);

export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** `share` is between 0 and 1. */
export const percentile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? Number.NaN;

export function row(name: string, figure: string, bar: string, detail: string): void {
  print(`${name.padEnd(58)} ${figure.padStart(8)}   bar ${bar.padEnd(8)} ${detail}`);
}
