/** What happens in the room: an adapter works at some cases. A process of its own: the job comes on stdin. */
import { json } from 'node:stream/consumers'
import { allCases } from '../cases.ts'
import { openLaboratory } from '../laboratory.ts'
import type { Job } from './room.ts'

const { asked, cases } = (await json(process.stdin)) as Job
await using laboratory = await openLaboratory({ ...asked, except: {} })
for (const one of allCases)
  if (cases.includes(one.name)) {
    const { heard } = await laboratory.work(one, asked.seconds)
    if (laboratory.condition.metered && heard.length === 0) process.exitCode = 1
  }
