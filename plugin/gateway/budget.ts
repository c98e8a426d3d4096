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

/**
 * Why a further call would be past the budget; null while it is not.
 *
 * A budget of tokens or dollars cannot be kept when answers come whose tokens or cost are unknown:
 * the first such answer uses it up. Answers that were broken off don't: that is an exception, and no
 * property of the model or the harness.
 * @param whose as in `the sample`
 */
export function usedUp(whose: string, budget: Budget, spent: Spending): string | null {
  const { calls, tokens, dollars, seconds } = budget
  const of = (amount: string) => `${whose}’s budget of ${amount}`
  if (calls !== undefined && spent.calls >= calls)
    return `${of(counted(calls, 'call'))} is used up${more(spent.calls > calls, String(spent.calls))}`
  if (tokens !== undefined && spent.tokens >= tokens)
    return `${of(counted(tokens, 'token'))} is used up${more(spent.tokens > tokens, String(spent.tokens))}`
  if (dollars !== undefined && spent.dollars >= dollars)
    return `${of(`$${dollars}`)} is used up${more(spent.dollars > dollars, `$${Number(spent.dollars.toPrecision(6))}`)}`
  if (seconds !== undefined && spent.seconds >= seconds)
    return `${of(counted(seconds, 'second'))} is used up`
  if (tokens !== undefined && spent.unknown.tokens > 0)
    return `${of(counted(tokens, 'token'))} cannot be kept: a provider answered without saying how many it used; set a budget of calls or seconds instead, or let the harness ask for usage`
  if (dollars !== undefined && spent.unknown.dollars > 0)
    return `${of(`$${dollars}`)} cannot be kept: the cost of an answer is unknown; name the model’s price, or set a budget of calls or seconds instead`
  return null
}

const counted = (amount: number, noun: string) => `${amount} ${noun}${amount === 1 ? '' : 's'}`
const more = (is: boolean, spent: string) => (is ? ` (${spent} spent)` : '')
