/** Works through a list with a bound on how much is under way at once. Runs in any process. */

/** Files that are open, or being copied, at once: more than this gains nothing on libuv's four threads. */
const FILES_AT_ONCE = 16

/** Calls `act` on every item; the first failure stops the rest and is thrown once all have settled. */
export async function bounded<T>(
  items: readonly T[],
  act: (item: T, index: number) => Promise<void>,
  limit: number = FILES_AT_ONCE,
): Promise<void> {
  let next = 0
  const failures: unknown[] = []
  const lane = async () => {
    while (next < items.length && failures.length === 0) {
      const index = next++
      try {
        await act(items[index] as T, index)
      } catch (error) {
        failures.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, lane))
  if (failures.length > 0) throw failures[0]
}
