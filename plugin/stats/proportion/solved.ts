/** How often a task is solved in k tries, from n of them. Pure; any process. */

/**
 * The probability that at least one of k tries solves the task: 1 − C(n−c, k) / C(n, k), unbiased.
 * Chen et al. (2021), "Evaluating large language models trained on code", equation 1.
 *
 * @param n samples of the task
 * @param c of them that solved it
 * @returns null where k > n: undefined from so few samples
 */
export function passAtK(n: number, c: number, k: number): number | null {
  check(n, c, k)
  return k > n ? null : 1 - drawsAll(n, n - c, k)
}

/**
 * The probability that all of k tries solve the task: C(c, k) / C(n, k), unbiased.
 * Yao et al. (2024), "τ-bench", section 2, pass^k.
 *
 * @returns null where k > n
 */
export function passHatK(n: number, c: number, k: number): number | null {
  check(n, c, k)
  return k > n ? null : drawsAll(n, c, k)
}

/** C(of, k) / C(n, k) as a product, which no n is too large for. */
function drawsAll(n: number, of: number, k: number): number {
  let probability = 1
  for (let i = 0; i < k; i++) probability *= Math.max(0, of - i) / (n - i)
  return probability
}

function check(n: number, c: number, k: number): void {
  const whole = [n, c, k].every(Number.isInteger)
  if (whole && n >= 0 && c >= 0 && c <= n && k >= 1) return
  throw new RangeError(`c solved of n samples, in k tries: got n = ${n}, c = ${c}, k = ${k}`)
}
