/** Tells why nothing was run, beside reporters that write a format and no errors. Main process. */
import type { Reporter, Vitest } from 'vitest/node'
import { isForTheUser } from '../refusal.ts'

export function refusalReporter(vitest: Vitest): Reporter {
  return {
    onTestRunEnd(_modules, errors) {
      for (const { message } of errors.filter(isForTheUser)) vitest.logger.error(`\n${message}\n`)
    },
  }
}
