import type { FromSchema } from 'json-schema-to-ts'
import type { Captured } from '../../../plugin/process/capture.ts'
import { start } from '../../../plugin/process/start.ts'
import { LONGEST_STREAM } from '../limits.ts'
import { defineTool } from '../tool.ts'

const parameters = {
  type: 'object',
  properties: { command: { type: 'string', minLength: 1 } },
  required: ['command'],
  additionalProperties: false,
} as const

export const run = defineTool<FromSchema<typeof parameters>>(
  'Runs a command of the shell in the project’s folder. What it leaves running is ended with it.',
  parameters,
  async ({ command }, { build, env, home, commandSeconds, signal }) => {
    const ended = await start({
      ...shell(command),
      cwd: build,
      env,
      marker: home,
      seconds: commandSeconds,
      keepStdout: LONGEST_STREAM,
      keepStderr: LONGEST_STREAM,
      stop: signal,
    })
    if (ended.why === 'notStarted')
      throw new Error(`the shell could not be started: ${ended.message}`)
    const how = {
      exited: ended.signal ? `ended by ${ended.signal}` : `exit code ${ended.exitCode}`,
      timedOut: `killed after ${commandSeconds} seconds, with all that it had started`,
      stopped: 'stopped',
    }
    return [how[ended.why], shown('stdout', ended.stdout), shown('stderr', ended.stderr)].join('')
  },
)

function shell(command: string): { command: string; args: string[] } {
  return process.platform === 'win32'
    ? { command: 'powershell.exe', args: ['-NoProfile', '-NonInteractive', '-Command', command] }
    : { command: '/bin/sh', args: ['-c', command] }
}

function shown(name: string, { bytes, cut }: Captured): string {
  if (bytes.length === 0) return ''
  const more = cut === 0 ? '' : `\n[${cut} more bytes of ${name}; ask for less]`
  return `\n${name}:\n${bytes.toString().trimEnd()}${more}`
}
