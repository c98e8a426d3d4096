/** The user's own prices, as options and files give them. Any process. */
import * as z from 'zod'

const perMillion = z.number().nonnegative()

/** One row of a user's table: US dollars for a million tokens of each kind. */
const priceRowSchema = z.strictObject({
  /** As the provider is called in the options; a row without one is for any provider. */
  provider: z.string().min(1).optional(),
  /** The model's name as the provider answers it; a `*` at its end stands for whatever follows. */
  model: z.string().min(1),
  /** Of tokens that no cache took. */
  input: perMillion,
  output: perMillion,
  /** A kind without price makes calls that use it cost `unknown`. */
  cacheRead: perMillion.optional(),
  cacheWrite: perMillion.optional(),
  /** From when on the price holds: `2026-11-30`. */
  date: z.iso.date({ error: 'must be a date such as 2026-11-30' }),
  /** Where the price was read: a page, an invoice. */
  source: z.string().min(1),
})
export type PriceRow = z.infer<typeof priceRowSchema>

export const priceTableSchema = z.array(priceRowSchema)
export type PriceTable = z.infer<typeof priceTableSchema>
