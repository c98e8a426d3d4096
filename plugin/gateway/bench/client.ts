/**
 * The harness of the measurement, in a process of its own: calls the address that it is sent, and
 * sends back how long each call took. Not published.
 */
import http from 'node:http'

export interface Job {
  /** Base URLs, to be called by turns. */
  urls: string[]
  path: string
  headers: Record<string, string>
  /** Calls to each URL, and how many of them at once. */
  calls: number
  atOnce: number
  /** Milliseconds for which the provider thinks, in the mean: half of it to one and a half. */
  delay: number
  /** Characters of the request's body. */
  bodyLength: number
}

/** Of one call, in milliseconds, without the time for which the provider thought. */
export interface Timing {
  firstByte: number
  total: number
  bytes: number
}

/** By URL: each call, and milliseconds of wall time in all. */
export type JobResult = { timings: Timing[]; wall: number }[]

const agent = new http.Agent({ keepAlive: true })

process.on('message', async (job: Job) => {
  process.send?.(await work(job))
})
process.send?.('ready')

async function work(job: Job): Promise<JobResult> {
  const results: JobResult = job.urls.map(() => ({ timings: [], wall: 0 }))
  // By turns and in small portions, so that what else happens on the machine happens to both.
  const portion = Math.max(job.atOnce, Math.ceil(job.calls / 20))
  for (let done = 0; done < job.calls; done += portion) {
    for (const [index, url] of job.urls.entries()) {
      const result = results[index] as JobResult[number]
      const begun = performance.now()
      let left = Math.min(portion, job.calls - done)
      const lane = async () => {
        while (left-- > 0) result.timings.push(await call(url, job))
      }
      await Promise.all(Array.from({ length: job.atOnce }, lane))
      result.wall += performance.now() - begun
    }
  }
  return results
}

function call(url: string, { path, headers, bodyLength, delay }: Job): Promise<Timing> {
  const body = JSON.stringify({
    model: 'gpt-4o',
    messages: [{ role: 'user', content: 'x'.repeat(bodyLength) }],
  })
  return new Promise((resolve, reject) => {
    const begun = performance.now()
    let firstByte = 0
    let bytes = 0
    const request = http.request(
      `${url}${path}`,
      {
        agent,
        method: 'POST',
        headers: {
          ...headers,
          'content-type': 'application/json',
          'content-length': body.length,
          // Not all alike: calls that begin together must not end together.
          'x-delay': Math.round(delay * (0.5 + Math.random())),
        },
      },
      (response) => {
        if (response.statusCode !== 200) reject(new Error(`status ${response.statusCode}`))
        const thought = Number(response.headers['x-thought'])
        const passed = () => performance.now() - begun - thought
        response.on('data', (chunk: Buffer) => {
          firstByte ||= passed()
          bytes += chunk.length
        })
        response.on('end', () => resolve({ firstByte, total: passed(), bytes }))
        response.on('error', reject)
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}
