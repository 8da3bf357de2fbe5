/** The quantile of the normal distribution that leaves 2.5 % on either side. */
const z = 1.959_964;

/** The 95 % interval of a share that was seen in a sample (Wilson); from 0 to 1 where nothing was seen. */
export function wilsonInterval(hits: number, of: number): [low: number, high: number] {
  if (of === 0) return [0, 1];
  const share = hits / of;
  const middle = share + z ** 2 / (2 * of);
  const half = z * Math.sqrt((share * (1 - share)) / of + z ** 2 / (4 * of ** 2));
  const scale = 1 + z ** 2 / of;
  return [Math.max(0, (middle - half) / scale), Math.min(1, (middle + half) / scale)];
}
