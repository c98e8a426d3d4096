/** What an interval is, for all the functions that make one. Pure; any process. */

export interface Interval {
  low: number
  high: number
  /** 0.95, say. */
  confidence: number
  /** The method's name, as a reader may look it up. */
  method: string
}
