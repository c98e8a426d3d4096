/**
 * A loopback server between harnesses and their models: every call goes through it, is counted once,
 * and belongs to the sample whose token is in its path. Main process.
 */
import { randomBytes } from 'node:crypto'
import http, { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { answerWith, notFound } from './answer.ts'
import { type Budget, nothingSpent, type Spending } from './budget.ts'
import { openCassette } from './cassette/cassette.ts'
import { replay } from './cassette/replay.ts'
import { forward } from './forward.ts'
import { toProvider, withoutKey } from './headers.ts'
import { type Arrival, type OpenMeter, openMeter } from './meter.ts'
import type { Prices } from './prices.ts'
import { baseOf, type Provider } from './provider.ts'
import { hiding } from './secret.ts'
import type { Summary } from './summary.ts'
import { openTotal } from './total.ts'
import { both, type UnderWay, type Watch } from './watch.ts'
import type { Wire } from './wire/wire.ts'

export { type Budget, nothingSpent, type Spending, UsedUp } from './budget.ts'
export type { Provider } from './provider.ts'
export type { Summary } from './summary.ts'

export interface GatewayConfig {
  /** By name; a name stands in paths. */
  providers: Record<string, Provider>
  prices: Prices
  /** For all samples together. */
  total?: Budget
  /** By earlier runs, against `total`. */
  spent?: Spending
  /** Keeps requests and answers beside the books. */
  keepBodies?: boolean
}

export interface Gateway {
  /**
   * @param meter `below` gives, by provider, a path that is put between its base URL and the client's
   *   path, of which the client learns nothing
   * @throws when the file cannot be opened
   */
  open(meter: { file: string; budget?: Budget; below?: Record<string, string> }): Promise<Meter>
  /** Earlier runs included. */
  spending(): Spending
  /** Why no further sample may be started; null while one may. */
  exhausted(): string | null
  /** Closes all meters, too. */
  close(): Promise<void>
}

export interface Meter {
  /** Base URL for a client, which adds a path such as `/v1/messages`. @throws for an unknown provider */
  url(provider: string): string
  token: string
  /** Aborted once, with a {@link UsedUp}, when a call had to be refused or cut. */
  overBudget: AbortSignal
  /**
   * The sample's seconds count from then, and not from the opening: a harness is not charged for the
   * start of its process.
   * @param at as of `Date.now()`
   */
  startClock(at: number): void
  /** Of the calls that are in the books by now. */
  summary(): Summary
  /** Cuts what is under way, and refuses what comes later. @throws when the books could not be written */
  close(): Promise<Summary>
}

/** Longer than any client keeps an idle connection for: a server that hangs up first makes calls fail. */
const idleMs = 15 * 60_000
/** Shorter than any provider does. */
const idleUpstreamMs = 4000

/** @throws on a base URL that is none, or a cassette with nothing to replay */
export async function openGateway(config: GatewayConfig): Promise<Gateway> {
  const total = openTotal(config.total ?? {}, config.spent ?? nothingSpent)
  const routes = new Map(
    Object.entries(config.providers).map(([name, provider]) => [name, routeOf(name, provider)]),
  )
  const meters = new Map<string, OpenMeter & { below: Record<string, string> }>()

  const server = createServer({ maxHeaderSize: 64 * 1024, keepAliveTimeout: idleMs })
  // A model may think for an hour, and a harness may take its time to say what it wants.
  server.requestTimeout = 0
  server.headersTimeout = 0
  server.on('request', (request, response) => {
    response.on('error', () => {}) // the harness is gone: who is concerned listens by itself
    const [, token = '', name = '', rest = ''] =
      /^\/([^/?]*)\/?([^/?]*)(.*)$/s.exec(request.url ?? '') ?? []
    const meter = meters.get(token)
    const route = routes.get(name)
    if (meter && route) {
      const below = meter.below[name] ?? ''
      meter
        .serve(route.arrive(token, below, rest, request, response))
        .catch(() => response.destroy())
      return
    }
    request.resume()
    const what = meter ? `no provider ${JSON.stringify(name)}` : 'no such sample'
    answerWith(response, notFound(`the gateway knows ${what}; nothing was sent on`))
  })
  const port = await listen(server)

  return {
    async open({ file, budget = {}, below = {} }) {
      const { prices, keepBodies = false } = config
      const meter = openMeter({ file, budget, total, prices, keepBodies })
      const token = randomBytes(24).toString('base64url')
      meters.set(token, { ...meter, below })
      return {
        url(provider) {
          if (routes.has(provider)) return `http://127.0.0.1:${port}/${token}/${provider}`
          const known = [...routes.keys()].join(', ') || 'none'
          throw new Error(`there is no provider ${JSON.stringify(provider)} (there are: ${known})`)
        },
        token,
        overBudget: meter.overBudget,
        startClock: meter.startClock,
        summary: meter.summary,
        close: meter.close,
      }
    },
    spending: total.now,
    exhausted: () => total.usedUp()?.message ?? null,
    async close() {
      // One whose books are broken must not keep the others open.
      await Promise.allSettled([...meters.values()].map((meter) => meter.close()))
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      for (const { agent } of routes.values()) agent.destroy()
    },
  }
}

function routeOf(name: string, provider: Provider) {
  const url = baseOf(name, provider)
  const { folder, mode } = provider.cassette ?? {}
  const cassette = folder !== undefined && mode ? openCassette(folder, mode) : null
  const agent = new (url.protocol === 'https:' ? https : http).Agent({
    keepAlive: true,
    timeout: idleUpstreamMs,
  })
  const base = url.pathname.replace(/\/+$/, '')

  return {
    agent,
    arrive(
      token: string,
      prefix: string,
      rest: string,
      request: IncomingMessage,
      response: ServerResponse,
    ): Arrival {
      const below = rest.startsWith('/') ? rest : `/${rest}`
      const path = provider.auth === 'none' ? below : withoutKey(below)
      const asked = { method: request.method ?? 'GET', path }
      return {
        request,
        response,
        path,
        provider: { name, ...provider },
        send(watch: Watch, wire: Wire, key: string | undefined): UnderWay {
          if (cassette?.mode === 'replay')
            return replay(
              request,
              response,
              (body) => cassette.find(token, asked, body),
              wire.refusal,
              watch,
            )
          if (cassette?.fault) throw new Error(cassette.fault)
          const encoding = request.headers['content-encoding'] ?? null
          const watched = cassette
            ? both(watch, cassette.record(asked, encoding, hiding(key)))
            : watch
          const headers = toProvider(request.rawHeaders, {
            host: url.host,
            auth: provider.auth,
            key,
            // So that a recording can be read.
            ...(cassette ? { dropped: ['accept-encoding'] } : {}),
          })
          const to = { url, path: base + prefix + path, headers, agent, key, refusal: wire.refusal }
          return forward(request, response, to, watched)
        },
      }
    },
  }
}

async function listen(server: http.Server): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  return (server.address() as AddressInfo).port
}
