/** Which dialect a request is answered in: by the tools that it offers. Runs in the main process. */
import type { ChatCompletionRequest } from '@copilotkit/aimock'
import { claudeCode } from './claude-code.ts'
import { cline } from './cline.ts'
import { codex, codexPatching } from './codex.ts'
import { copilot } from './copilot.ts'
import type { Dialect } from './dialect.ts'
import { geminiCli } from './gemini-cli.ts'
import { nanocoder } from './nanocoder.ts'
import { openclaw } from './openclaw.ts'
import { opencode } from './opencode.ts'
import { pi } from './pi.ts'
import { qwenCode } from './qwen-code.ts'
import { shell } from './shell.ts'

/** The first that fits is spoken. */
const dialects: Dialect[] = [
  claudeCode,
  opencode,
  geminiCli,
  qwenCode,
  copilot,
  nanocoder,
  cline,
  openclaw,
  pi,
  codexPatching,
  codex,
]

/** Tools, with some of their parameters, of helpers that a harness starts beside its conversation. */
const asides: Pick<Dialect, 'name' | 'offers'>[] = [
  { name: 'qwen-code', offers: { edit: ['file_path'], run_shell_command: ['is_background'] } },
  { name: 'cline', offers: { run_commands: ['commands'], read_files: ['files'] } },
]

type Tools = NonNullable<ChatCompletionRequest['tools']>

/**
 * @param acts names of the tools that the script calls
 * @returns 'as written' where the script's tools are the request's; 'aside' where the request is not of
 * the conversation that has the brief, such as one for a title
 */
export function dialectFor(tools: Tools, acts: Set<string>): Dialect | 'as written' | 'aside' {
  const offered = new Map(tools.map(({ function: tool }) => [tool.name, parametersOf(tool)]))
  const dialect = dialects.find(({ offers }) => fits(offers, offered))
  if (dialect !== undefined) return dialect
  if (acts.size === 0) return 'as written'
  if (offered.size === 0 || asides.some(({ offers }) => fits(offers, offered))) return 'aside'
  if ([...acts].some((name) => offered.has(name))) return 'as written'
  return shellOf(tools) ?? 'as written'
}

type Parameters = Record<string, { type?: unknown }>

function parametersOf({ parameters }: Tools[number]['function']): Parameters {
  return (parameters as { properties?: Parameters } | undefined)?.properties ?? {}
}

function fits(offers: Dialect['offers'], offered: Map<string, Parameters>): boolean {
  return Object.entries(offers).every(([name, parameters]) => {
    const given = offered.get(name)
    return given !== undefined && parameters.every((parameter) => parameter in given)
  })
}

/** Of a harness that nobody has told us of: by the tool that runs commands. */
function shellOf(tools: Tools): Dialect | undefined {
  for (const { function: tool } of tools)
    for (const [name, { type }] of Object.entries(parametersOf(tool)))
      if (['command', 'cmd'].includes(name)) return shell(tool.name, name, type === 'array')
  return undefined
}
