/** What may be spent, what was, and whether a further call may be made. Main process. */

/** What is left out is unlimited. */
export interface Budget {
  calls?: number
  /** Of all four kinds together. */
  tokens?: number
  /** US dollars. */
  dollars?: number
  /** Of the time for which meters are open. */
  seconds?: number
}

export interface Spending {
  /** Model calls that were let through, whatever came of them. */
  calls: number
  /** Of all four kinds together, as far as known. */
  tokens: number
  /** US dollars, as far as known. */
  dollars: number
  seconds: number
  /** Calls that were answered in full, yet whose tokens, or cost, nobody knows. */
  unknown: { tokens: number; dollars: number }
}

export const nothingSpent: Spending = {
  calls: 0,
  tokens: 0,
  dollars: 0,
  seconds: 0,
  unknown: { tokens: 0, dollars: 0 },
}

/** Why no further call may be made. */
export class UsedUp extends Error {
  /** The sample’s own budget, or that of the whole experiment. */
  whose: 'sample' | 'experiment'
  of: keyof Budget

  constructor(whose: UsedUp['whose'], of: keyof Budget, reason: string) {
    super(reason)
    this.whose = whose
    this.of = of
  }
}

/**
 * Why a further call would be past the budget; null while it is not.
 *
 * A budget of tokens or dollars cannot be kept when answers come whose tokens or cost are unknown:
 * the first such answer uses it up. Answers that were broken off don't: that is an exception, and no
 * property of the model or the harness.
 */
export function usedUp(whose: UsedUp['whose'], budget: Budget, spent: Spending): UsedUp | null {
  const { calls, tokens, dollars, seconds } = budget
  const past = (of: keyof Budget, amount: string, what: string) =>
    new UsedUp(whose, of, `the ${whose}’s budget of ${amount} ${what}`)
  if (calls !== undefined && spent.calls >= calls)
    return past('calls', counted(calls, 'call'), gone(spent.calls > calls, `${spent.calls}`))
  if (tokens !== undefined && spent.tokens >= tokens)
    return past('tokens', counted(tokens, 'token'), gone(spent.tokens > tokens, `${spent.tokens}`))
  if (dollars !== undefined && spent.dollars >= dollars) {
    const exactly = `$${Number(spent.dollars.toPrecision(6))}`
    return past('dollars', `$${dollars}`, gone(spent.dollars > dollars, exactly))
  }
  if (seconds !== undefined && spent.seconds >= seconds) return outOfTime(whose, seconds)
  if (tokens !== undefined && spent.unknown.tokens > 0)
    return past(
      'tokens',
      counted(tokens, 'token'),
      'cannot be kept: a provider answered without saying how many it used; set a budget of calls or seconds instead, or let the harness ask for usage',
    )
  if (dollars !== undefined && spent.unknown.dollars > 0)
    return past(
      'dollars',
      `$${dollars}`,
      'cannot be kept: the cost of an answer is unknown; name the model’s price, or set a budget of calls or seconds instead',
    )
  return null
}

export function outOfTime(whose: UsedUp['whose'], seconds: number): UsedUp {
  const budget = `the ${whose}’s budget of ${counted(seconds, 'second')}`
  return new UsedUp(whose, 'seconds', `${budget} ${gone(false, '')}`)
}

const gone = (isPast: boolean, spent: string) => `is used up${isPast ? ` (${spent} spent)` : ''}`
const counted = (amount: number, noun: string) => `${amount} ${noun}${amount === 1 ? '' : 's'}`
