/**
 * Measures what the gateway adds to calls: the same calls direct and through it, by turns, with the
 * provider and the harness in processes of their own. Not published.
 *
 *     npm run bench:gateway
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { openGateway } from '../gateway.ts'
import { createPrices } from '../prices.ts'
import type { Job, JobResult, Timing } from './client.ts'

const base = mkdtempSync(path.join(tmpdir(), 'bench-gateway-'))
const upstream = child('./upstream.ts')
const [port] = await once(upstream, 'message')
const client = child('./client.ts')
await once(client, 'message')
const direct = `http://127.0.0.1:${port}`
const gateway = await openGateway({
  providers: {
    openai: {
      baseUrl: direct,
      auth: 'bearer',
      key: () => 'sk-a-real-key-of-usual-length-0123456789',
    },
  },
  prices: createPrices(),
})

try {
  const meter = await gateway.open({ file: path.join(base, 'calls.jsonl') })
  const urls = [direct, await bareProxy(port), meter.url('openai')]
  const chat = { urls, path: '/v1/chat/completions', headers: {}, bodyLength: 4000, delay: 0 }
  await ask({ ...chat, calls: 500, atOnce: 8 }) // warm

  console.log(
    `on ${availableParallelism()} cores; milliseconds: direct, through a bare proxy of ten lines, through the gateway`,
  )
  console.log(
    '\na provider that thinks for 50 to 150 ms (not counted): what a harness waits longer',
  )
  heads()
  await calls({ ...chat, calls: 120, atOnce: 1, delay: 100 })
  await calls({ ...chat, calls: 600, atOnce: 8, delay: 100 })
  await calls({ ...chat, calls: 1920, atOnce: 64, delay: 100 })
  console.log('\na provider that answers at once: beyond one call, all wait for the cores')
  heads()
  for (const atOnce of [1, 8, 64]) await calls({ ...chat, calls: 2000, atOnce })

  console.log('\nstreams as fast as they go')
  console.log(row('', 'direct', 'bare proxy', 'gateway', 'of direct'))
  for (const atOnce of [1, 8, 64]) {
    const headers = { 'x-events': String(Math.ceil(40_000 / atOnce)) }
    await stream(`events, ${atOnce} at once`, { ...chat, headers, calls: 6 * atOnce, atOnce })
  }
  for (const atOnce of [1, 8]) {
    const headers = { 'x-megabytes': String(256 / atOnce) }
    await stream(`64 kB blocks, ${atOnce} at once`, {
      ...chat,
      path: '/bulk',
      headers,
      calls: 4 * atOnce,
      atOnce,
    })
  }
  const { calls: counted, ok } = await meter.close()
  console.log(`\n${counted} calls in the books, ${ok} of them ok`)
} finally {
  await gateway.close()
  upstream.kill()
  client.kill()
  rmSync(base, { recursive: true })
}
process.exit() // connections to the bare proxy may be open

function heads(): void {
  const figures = ['median', 'p99', 'first byte']
  console.log(row('', ...figures, ...figures.map((figure) => `added ${figure}`)))
}

async function calls(job: Job): Promise<void> {
  const results = await ask(job)
  const of = (figure: (timing: Timing) => number, at: number) =>
    results.map((result) => quantile(result, figure, at))
  const figures = [
    of(({ total }) => total, 0.5),
    of(({ total }) => total, 0.99),
    of(({ firstByte }) => firstByte, 0.5),
  ]
  const shown = (values: number[]) => values.map((value) => value.toFixed(2)).join(' ')
  console.log(
    row(
      `${job.atOnce} at once`,
      ...figures.map(shown),
      ...figures.map(([direct = 0, ...rest]) => shown(rest.map((value) => value - direct))),
    ),
  )
}

async function stream(name: string, job: Job): Promise<void> {
  const rates = (await ask(job)).map(({ timings, wall }) => {
    const bytes = timings.reduce((sum, timing) => sum + timing.bytes, 0)
    return bytes / wall / 1000
  })
  const [direct = Number.NaN, , metered = Number.NaN] = rates
  const shown = rates.map((megabytes) => `${megabytes.toFixed(1)} MB/s`)
  console.log(row(name, ...shown, (metered / direct).toFixed(2)))
}

/** What no proxy in Node can do without: the floor. In this process, as the gateway is. */
async function bareProxy(to: number): Promise<string> {
  const agent = new http.Agent({ keepAlive: true })
  const server = http.createServer((request, response) => {
    const { method = 'GET', url: path = '/', rawHeaders: headers } = request
    const upstream = http.request({ agent, host: '127.0.0.1', port: to, method, path, headers })
    upstream.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.pipe(response)
    })
    request.pipe(upstream)
  })
  server.listen(0, '127.0.0.1').unref()
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function ask(job: Job): Promise<JobResult> {
  client.send(job)
  const [result] = await once(client, 'message')
  return result
}

function child(file: string): ChildProcess {
  return fork(fileURLToPath(new URL(file, import.meta.url)))
}

function quantile(
  { timings }: JobResult[number],
  figure: (timing: Timing) => number,
  at: number,
): number {
  const sorted = timings.map(figure).sort((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) * at)] ?? Number.NaN
}

function row(first: string, ...rest: string[]): string {
  return first.padEnd(24) + rest.map((cell) => cell.padStart(20)).join('')
}
