/** A number as it is written: digits, and how many of them are fractions of ten. Binary fractions are not exact: 0.3 is no whole multiple of 0.1 there. */
interface Decimal {
  digits: bigint;
  fractions: number;
}

function decimalOf(number: number): Decimal {
  const [mantissa = "", exponent = "0"] = String(number).split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  return { digits: BigInt(whole + fraction), fractions: fraction.length - Number(exponent) };
}

/** Numbers as whole numbers of one unit, the smallest fraction of ten that any of them has. */
function inUnits(numbers: readonly number[]): { wholes: bigint[]; fractions: number } {
  const decimals = numbers.map(decimalOf);
  const fractions = Math.max(...decimals.map((decimal) => decimal.fractions));
  return {
    wholes: decimals.map((decimal) => decimal.digits * 10n ** BigInt(fractions - decimal.fractions)),
    fractions,
  };
}

/** True if a number is a whole multiple of another. */
export function isMultiple(value: number, of: number): boolean {
  if (!Number.isFinite(value) || !Number.isFinite(of) || of === 0) return false;
  const [whole = 0n, unit = 1n] = inUnits([value, of]).wholes;
  return whole % unit === 0n;
}

/** The least number that is a multiple of all; undefined where there are none. */
export function leastCommonMultiple(numbers: readonly number[]): number | undefined {
  if (numbers.length < 2) return numbers[0];
  const { wholes, fractions } = inUnits(numbers);
  return Number(`${wholes.reduce((a, b) => (a / commonDivisor(a, b)) * b)}e${-fractions}`);
}

const commonDivisor = (a: bigint, b: bigint): bigint => (b === 0n ? a : commonDivisor(b, a % b));
