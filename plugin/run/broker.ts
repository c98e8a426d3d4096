/**
 * The door through which Vitest's workers ask for builds and probes: an HTTP server on a local socket,
 * in the main process. Nothing is made that nobody asks for.
 */
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { deserialize, serialize } from 'node:v8'
import type { Prober } from '../grade/probe/prober.ts'
import type { ProbeResult, ProbeSpec } from '../grade/probe/spec.ts'
import type { Questions, Topic } from './protocol.ts'

/** A tree that can be probed, and the reference that it is compared with. */
export interface BrokerBuild {
  folder: string
  reference: string
}

export interface BrokerConfig {
  /** A folder of the run's own, to hold the socket. */
  folder: string
  prober: Prober
  want(keys: string[]): void
  /** Resolves when the build is there; a string says why it never will be. */
  build(key: string): Promise<BrokerBuild | string>
  /** What a harness changed in the build. */
  diff(key: string): Promise<string>
}

export interface Broker {
  /** Path of the socket. */
  address: string
  /** What references answered is asked anew: they may have been edited. */
  forget(): void
  close(): Promise<void>
}

export async function openBroker(config: BrokerConfig): Promise<Broker> {
  const expectations = new Map<string, Promise<ProbeResult>>()

  /** The reference answers the same question once, however many builds are compared with it. */
  function expectation(reference: string, spec: ProbeSpec): Promise<ProbeResult> {
    const key = `${reference}\0${serialize(spec).toString('latin1')}`
    let answer = expectations.get(key)
    if (!answer) {
      answer = config.prober.probe(reference, spec)
      expectations.set(key, answer)
    }
    return answer
  }

  const answers: {
    [T in Topic]: (question: Questions[T]['question']) => Promise<Questions[T]['answer']>
  } = {
    async want({ keys }) {
      config.want(keys)
      return null
    },
    async build({ key }) {
      const build = await config.build(key)
      return { reason: typeof build === 'string' ? build : null }
    },
    diff: ({ key }) => config.diff(key),
    async probe({ key, reference, spec }) {
      const build = await config.build(key)
      if (typeof build === 'string') return { status: 'ungraded', reason: build }
      return reference
        ? expectation(build.reference, spec)
        : config.prober.probe(build.folder, spec)
    },
  }

  const server = createServer((request, response) => {
    answer(request)
      .then((body) => response.writeHead(200).end(body))
      .catch((error: Error) => response.writeHead(500).end(serialize(error.message)))
  })
  // Waiting for a sample may take hours.
  server.requestTimeout = 0
  server.headersTimeout = 0
  server.keepAliveTimeout = 60_000

  async function answer(request: IncomingMessage): Promise<Buffer> {
    const topic = (request.url ?? '').slice(1) as Topic
    if (!Object.hasOwn(answers, topic)) throw new Error(`the broker knows no ${topic}`)
    const question = deserialize(await buffer(request))
    return serialize(await (answers[topic] as (question: unknown) => Promise<unknown>)(question))
  }

  const name = randomBytes(4).toString('hex')
  const address =
    process.platform === 'win32'
      ? `\\\\.\\pipe\\${path.basename(config.folder)}-${name}`
      : path.join(config.folder, name)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(address, resolve)
  })

  return {
    address,
    forget: () => expectations.clear(),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
