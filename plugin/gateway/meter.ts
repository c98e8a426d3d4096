/** What one sample spends on models: admits its calls, keeps its books, stops it at its budget. Main process. */
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerWith } from './answer.ts'
import { keepBodies } from './bodies.ts'
import { openBooks } from './books.ts'
import { type Budget, nothingSpent, outOfTime, type Spending, usedUp } from './budget.ts'
import { type Begun, type Call, unanswered } from './call.ts'
import type { Prices } from './prices.ts'
import type { Provider } from './provider.ts'
import { hiding } from './secret.ts'
import { add, emptySummary, type Summary, spend } from './summary.ts'
import type { Total } from './total.ts'
import type { UnderWay, Watch } from './watch.ts'
import { costsNothing, wireOf } from './wire/index.ts'
import type { Wire } from './wire/wire.ts'
import { type Account, witness } from './witness.ts'

export interface MeterConfig {
  /** calls.jsonl; opened for appending. */
  file: string
  budget: Budget
  total: Total
  prices: Prices
  keepBodies: boolean
}

/** A call that has arrived. */
export interface Arrival {
  request: IncomingMessage
  response: ServerResponse
  provider: { name: string } & Provider
  /** Below the provider's base URL, with its query but without a client's key. */
  path: string
  /** Sends it on its way. @throws when it cannot be sent as it is */
  send(watch: Watch, wire: Wire, key: string | undefined): UnderWay
}

export interface OpenMeter {
  serve(arrival: Arrival): Promise<void>
  overBudget: AbortSignal
  startClock(at: number): void
  summary(): Summary
  /** Cuts what is under way. @throws when the books could not be written */
  close(): Promise<Summary>
}

/** @throws when the books cannot be opened */
export function openMeter(config: MeterConfig): OpenMeter {
  const { budget, total } = config
  const books = openBooks(config.file)
  const opened = performance.now()
  const summary = emptySummary()
  const spending: Spending = { ...nothingSpent, unknown: { ...nothingSpent.unknown } }
  const tripped = new AbortController()
  const failures = new Map<string, number>()
  const underWay = new Map<UnderWay, Begun>()
  /** Calls that are over, but not yet in the books: their copies are still being decoded. */
  const settling = new Set<Promise<void>>()
  let number = 0
  let closing: Promise<Summary> | null = null
  let broken: Error | null = null

  const seconds = () => (performance.now() - opened) / 1000
  const leave = total.enter(seconds)
  let clock = opened
  let timer: NodeJS.Timeout | undefined
  setTimer()

  function setTimer(): void {
    clearTimeout(timer)
    if (budget.seconds === undefined || closing) return
    const left = budget.seconds * 1000 - (performance.now() - clock)
    timer = setTimeout(expire, Math.min(left, 2 ** 31 - 1)).unref()
  }

  function expire(): void {
    const cut = [...underWay].filter(([, begun]) => !begun.free)
    // With nothing under way, the next call is the first one past it.
    if (cut.length === 0) return
    const reason = outOfTime('sample', budget.seconds as number)
    trip(reason)
    for (const [call] of cut) call.cut(reason.message)
  }

  function trip(reason: Error): void {
    if (!tripped.signal.aborted) tripped.abort(reason)
  }

  function reasonToRefuse(begun: Begun): Error | null {
    if (closing) return new Error('this sample is over: its harness may make no further call')
    if (broken) return new Error(`the meter cannot keep its books (${broken.message})`)
    if (tripped.signal.aborted) return tripped.signal.reason
    if (begun.free) return null
    const taken = (performance.now() - clock) / 1000
    return usedUp('sample', budget, { ...spending, seconds: taken }) ?? total.usedUp()
  }

  async function serve(arrival: Arrival): Promise<void> {
    const { request, response, provider, path } = arrival
    const wire = wireOf(request.method ?? 'GET', path)
    // What the harness has heard the end of counts before what it asks next.
    while (settling.size > 0) await Promise.all(settling)
    if (response.destroyed) return
    const begun: Begun = {
      number: number + 1,
      startedAt: new Date().toISOString(),
      provider: provider.name,
      method: request.method ?? 'GET',
      path: path.replace(/\?.*$/s, ''),
      wire: wire.name,
      free: costsNothing(request.method ?? 'GET', path),
      scripted: provider.scripted ?? false,
    }
    const reason = reasonToRefuse(begun) ?? begin(begun)
    if (reason === null) return admit(arrival, begun, wire)
    const isFirst = !closing && !broken && !tripped.signal.aborted
    if (isFirst) refuseFirst(begun, wire, reason)
    request.resume()
    answerWith(response, wire.refusal(reason.message))
  }

  function begin(begun: Begun): Error | null {
    try {
      books.begin(begun)
      return null
    } catch (error) {
      broken = error as Error
      return reasonToRefuse(begun)
    }
  }

  function admit(arrival: Arrival, begun: Begun, wire: Wire): void {
    number++
    if (!begun.free) {
      spending.calls++
      total.spending.calls++
    }
    const { provider, request, response } = arrival
    const bodies = config.keepBodies ? keepBodies(config.file, begun.number) : null
    let hide = hiding(undefined)
    const settled = Promise.withResolvers<void>()
    const watch = witness({
      begun,
      wire,
      path: arrival.path,
      encoding: request.headers['content-encoding'] ?? null,
      prices: config.prices,
      replayed: provider.cassette?.mode === 'replay',
      ...(bodies ? { onAnswer: bodies.answer } : {}),
      onAccount(account) {
        try {
          bodies?.write(account.requestBody, hide)
          write(account, hide)
        } catch (error) {
          broken ??= error as Error
        }
        settling.delete(settled.promise)
        settled.resolve()
      },
    })
    const ended: Watch['ended'] = (how, reason) => {
      if (call) underWay.delete(call)
      settling.add(settled.promise)
      watch.ended(how, reason)
    }
    let call: UnderWay | undefined
    try {
      const key = provider.key?.()
      hide = hiding(key)
      call = arrival.send({ ...watch, ended }, wire, key)
      underWay.set(call, begun)
    } catch (error) {
      const reason = `the call could not be sent on: ${hide((error as Error).message)}`
      ended('upstreamGone', reason)
      request.resume()
      answerWith(response, wire.refusal(reason))
    }
  }

  function write({ call, requestBody }: Account, hide: (text: string) => string): void {
    const body = requestBody.length === 0 ? null : hashOf(requestBody)
    const retries = body === null ? 0 : (failures.get(body) ?? 0)
    const isOver = call.ended === 'cut' && tripped.signal.aborted && !closing
    enter({ ...call, retries, overBudget: isOver ? call.reason : null }, hide)
    if (body !== null && (call.ended !== 'complete' || (call.status ?? 0) >= 400))
      failures.set(body, retries + 1)
  }

  /** What is summed up is what was written. */
  function enter(call: Call, hide: (text: string) => string): void {
    const written = books.write(call, hide)
    add(summary, written)
    spend(spending, written)
    spend(total.spending, written)
  }

  function refuseFirst(begun: Begun, wire: Wire, reason: Error): void {
    trip(reason)
    number++
    const { message } = reason
    try {
      enter(refused(begun, wire.refusal(message).status, message), (text) => text)
    } catch (error) {
      broken ??= error as Error
    }
  }

  async function close(): Promise<Summary> {
    clearTimeout(timer)
    for (const call of [...underWay.keys()]) call.cut('the sample is over')
    while (settling.size > 0) await Promise.all(settling)
    leave()
    books.close()
    if (broken)
      throw new Error(
        `${config.file} could not be written, so that calls are missing from it: ${broken.message}`,
      )
    return summary
  }

  return {
    serve,
    overBudget: tripped.signal,
    startClock(at) {
      clock = performance.now() - Math.max(0, Date.now() - at)
      setTimer()
    },
    summary: () => structuredClone(summary),
    close: () => (closing ??= close()),
  }
}

function refused(begun: Begun, status: number, reason: string): Call {
  const nothing = { cost: 0, costUnknown: null, priceSource: 'no provider was asked' }
  return { ...unanswered(begun, 'refused', reason), ...nothing, status, overBudget: reason }
}

const hashOf = (body: Buffer) => createHash('sha256').update(body).digest('hex')
