/** Returns the letters of a finding on its mark: a, b, … z, aa, ab. The marks of threads have numbers. */
export const findingSign = (number: number): string =>
  number > 0
    ? findingSign(Math.floor((number - 1) / 26)) + String.fromCodePoint(97 + ((number - 1) % 26))
    : '';
