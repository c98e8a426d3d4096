/**
 * What the model is told before the conversation. The static part is the same for every sample and
 * comes first, so that a provider's cache can keep it; the live part says where this sample is.
 */
import { readdir } from 'node:fs/promises'
import type { LoopOptions } from './options.ts'

const staticPart = `You are a software engineer at work in a folder that holds a project. You are asked for something, and you do it with the tools you have: you look at the project, change its files, and run commands in it.

- Look before you change: read the code that a change touches, and what uses it.
- Change what was asked for, and nothing else. Keep to the style of the code around it.
- Find the cause of what is wrong; do not hide its symptoms.
- Try out what you changed by running it.
- Leave no files behind that the project does not need.
- Nobody answers questions. Where something is left open, decide, and say what you decided.

When all is done, call \`finish\` and say in a few sentences what you did.`

export async function systemPrompt(build: string, options: LoopOptions): Promise<string> {
  return `${staticPart}\n\n${await livePart(build, options)}`
}

async function livePart(build: string, { steps, commandSeconds }: LoopOptions): Promise<string> {
  const entries = await readdir(build, { withFileTypes: true })
  const names = entries
    .filter(({ name }) => name !== '.git')
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
    .sort()
  return [
    `You have ${steps} steps for each request; each answer of yours is one, however many tools it calls.`,
    `A command may take ${commandSeconds} seconds. The system is ${process.platform}.`,
    `The project's folder holds: ${names.join(', ') || 'nothing'}. Paths are relative to it.`,
  ].join('\n')
}
