/**
 * What the model is told before the conversation. The static part is the same for every sample of a
 * condition and comes first, so that a provider's cache can keep it; the live parts say where this
 * sample is.
 */
import { readdir } from 'node:fs/promises'
import type { LoopOptions } from './options.ts'
import { mapOf } from './techniques/map.ts'
import { notesIn } from './techniques/notes.ts'
import { planningPart } from './techniques/plan.ts'

const workingPart = `You are a software engineer at work in a folder that holds a project. You are asked for something, and you do it with the tools you have: you look at the project, change its files, and run commands in it.

- Look before you change: read the code that a change touches, and what uses it.
- Change what was asked for, and nothing else. Keep to the style of the code around it.
- Find the cause of what is wrong; do not hide its symptoms.
- Try out what you changed by running it.
- Leave no files behind that the project does not need.`

const nobodyAnswers =
  '- Nobody answers questions. Where something is left open, decide, and say what you decided.'

const somebodyAnswers =
  '- Where something is left open that you cannot find out and that matters, ask with `ask`. Else decide, and say what you decided.'

const takeNotes =
  '- Keep with `note` what you will want to know again later. You have your notes before you at every request.'

const endOfWork = 'When all is done, call `finish` and say in a few sentences what you did.'

export interface PromptOf {
  planning: boolean
  /** Answers that the model may give. */
  steps: number
}

export async function instructionsAt(
  { build, home }: { build: string; home: string },
  options: LoopOptions,
  of: PromptOf,
): Promise<string> {
  const parts = [staticPart(options, of), await livePart(build, options, of)]
  if (options.map) parts.push(await mapOf(build))
  if (options.memory === 'notes') parts.push(await notesIn(home))
  return parts.join('\n\n')
}

function staticPart({ ask, memory }: LoopOptions, { planning }: PromptOf): string {
  const rules = [planning ? planningPart : workingPart, ask ? somebodyAnswers : nobodyAnswers]
  if (memory === 'notes') rules.push(takeNotes)
  return planning ? rules.join('\n') : `${rules.join('\n')}\n\n${endOfWork}`
}

async function livePart(
  build: string,
  { commandSeconds }: LoopOptions,
  { planning, steps }: PromptOf,
): Promise<string> {
  const entries = await readdir(build, { withFileTypes: true })
  const names = entries
    .filter(({ name }) => name !== '.git')
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
    .sort()
  const limits = `You have ${steps} steps for each request; each answer of yours is one, however many tools it calls.`
  const holds = `The project's folder holds: ${names.join(', ') || 'nothing'}. Paths are relative to it.`
  return planning
    ? `${limits}\n${holds}`
    : `${limits}\nA command may take ${commandSeconds} seconds. The system is ${process.platform}.\n${holds}`
}
