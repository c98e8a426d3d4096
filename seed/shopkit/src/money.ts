/** Amounts of money: plain numbers in euros, brought to two decimals only where they are printed. */

/** An amount as it is printed: two decimals, no currency sign, no grouping. */
export function fmt(value: number): string {
  const cents = Math.floor(value * 100)
  return (cents / 100).toFixed(2)
}

/** `percent` of an amount: `percentOf(80, 25)` is 20. */
export function percentOf(amount: number, percent: number): number {
  return (amount * percent) / 100
}

/**
 * Reads an amount that a person typed, `12`, `12.5` or `1,200.00`.
 * @throws RangeError if it is anything else.
 */
export function parseAmount(text: string): number {
  const plain = text.trim().replaceAll(',', '')
  if (!/^\d+(\.\d+)?$/.test(plain)) throw new RangeError(`not an amount: ${text}`)
  return Number(plain)
}
