/** The few distribution functions that the intervals and tests need. Pure; any process. */

const logFactorials = [0]

/** ln n!, by summing, exact to rounding for the counts that a benchmark has. */
export function logFactorial(n: number): number {
  for (let next = logFactorials.length; next <= n; next++) {
    logFactorials.push((logFactorials[next - 1] as number) + Math.log(next))
  }
  return logFactorials[n] as number
}

export function choose(n: number, k: number): number {
  if (k < 0 || k > n) return 0
  let ways = 1
  for (let i = 1; i <= Math.min(k, n - k); i++) ways = (ways * (n - i + 1)) / i
  return Math.round(ways)
}

/** P(X ≥ k) for X binomial with n trials of probability p. */
export function binomialAtLeast(k: number, n: number, p: number): number {
  if (k <= 0) return 1
  if (k > n || p <= 0) return 0
  if (p >= 1) return 1
  let sum = 0
  for (let hits = k; hits <= n; hits++) {
    const logWays = logFactorial(n) - logFactorial(hits) - logFactorial(n - hits)
    sum += Math.exp(logWays + hits * Math.log(p) + (n - hits) * Math.log1p(-p))
  }
  return Math.min(1, sum)
}

/** P(Z ≤ z) of the standard normal, by a series in the middle and a continued fraction in the tails. */
export function normalCdf(z: number): number {
  const x = Math.abs(z)
  let upper: number
  if (x > 38) upper = 0
  else if (x < 3) {
    // Marsaglia (2004), Evaluating the normal distribution: Φ(x) − ½ as a power series.
    let term = x
    let sum = x
    for (let i = 3; Math.abs(term) > 1e-18; i += 2) {
      term *= (x * x) / i
      sum += term
    }
    upper = 0.5 - sum * normalDensity(x)
  } else {
    // Mills's ratio by Laplace's continued fraction.
    let ratio = 0
    for (let i = 60; i >= 1; i--) ratio = i / (x + ratio)
    upper = normalDensity(x) / (x + ratio)
  }
  return z > 0 ? 1 - upper : upper
}

function normalDensity(z: number): number {
  return Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)
}

/** z with P(Z ≤ z) = p. */
export function normalQuantile(p: number): number {
  return solve((z) => normalCdf(z) - p, -40, 40)
}

/** P(T ≤ t) of Student's t, by the finite sums for whole degrees of freedom (A&S 26.7.3–4). */
function studentCdf(t: number, degrees: number): number {
  const angle = Math.atan2(t, Math.sqrt(degrees))
  const cos = Math.cos(angle)
  let term = degrees % 2 === 0 ? 1 : cos
  let sum = degrees === 1 ? 0 : term
  for (let i = degrees % 2 === 0 ? 2 : 3; i < degrees; i += 2) {
    term *= (cos * cos * (i - 1)) / i
    sum += term
  }
  const within =
    degrees % 2 === 0 ? Math.sin(angle) * sum : (2 / Math.PI) * (angle + Math.sin(angle) * sum)
  return 0.5 + within / 2
}

export function studentQuantile(p: number, degrees: number): number {
  if (degrees > 2000) return normalQuantile(p)
  return solve((t) => studentCdf(t, degrees) - p, -1e4, 1e4)
}

/** The root of a rising function between two bounds, by halving: to 60 bits, or as many as will do. */
export function solve(rising: (x: number) => number, low: number, high: number, bits = 60): number {
  let [from, to] = [low, high]
  for (let i = 0; i < bits; i++) {
    const middle = (from + to) / 2
    if (middle === from || middle === to) break
    if (rising(middle) < 0) from = middle
    else to = middle
  }
  return (from + to) / 2
}
