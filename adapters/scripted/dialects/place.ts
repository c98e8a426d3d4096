/** What a request tells of where the harness works and of what it has seen. Runs in the main process. */
import path from 'node:path'
import type { ChatCompletionRequest } from '@copilotkit/aimock'
import { textOf } from '../usage.ts'

export interface Place {
  /** The project's folder; null where the request does not tell. */
  folder: string | null
  /** A path of the project in full, for tools that want it so. */
  full(path: string): string
  /** Whether a tool for files was called before that named this one. */
  knows(path: string): boolean
  /** The whole lines around a text that a tool has shown; null where none has. */
  lines(text: string): string | null
}

/** How harnesses tell their model of the folder, each in words of its own. */
const tellings = [
  /<cwd>\s*(\S.*?)\s*<\/cwd>/i,
  /working directory:[ \t]*(\S.*)/i,
  /working in the directory:[ \t]*(\S.*)/i,
  /workspace directories:\**\s*-[ \t]*(\S.*)/i,
]

const givesCommand = /"(cmd|commands?)":/

export function placeOf({ messages }: ChatCompletionRequest): Place {
  const folder = folderOf(messages)
  return {
    folder,
    full: (below) => (folder === null ? below : path.join(folder, below)),
    knows: (below) =>
      messages.some(({ tool_calls = [] }) =>
        tool_calls.some(
          ({ function: { arguments: given } }) =>
            given.includes(below) && !givesCommand.test(given),
        ),
      ),
    lines(text) {
      for (const message of messages.filter(({ role }) => role === 'tool').reverse()) {
        const shown = textOf(message)
        const at = shown.indexOf(text)
        if (at === -1) continue
        const end = shown.indexOf('\n', at + text.length)
        return shown.slice(shown.lastIndexOf('\n', at) + 1, end === -1 ? undefined : end)
      }
      return null
    },
  }
}

/** What the harness says comes before what the person says, who may speak of folders too. */
function folderOf(messages: ChatCompletionRequest['messages']): string | null {
  for (const role of ['system', 'user'])
    for (const message of messages.filter((message) => message.role === role))
      for (const telling of tellings) {
        const told = telling.exec(textOf(message))?.[1]?.trim()
        if (told !== undefined && path.isAbsolute(told)) return told
      }
  return null
}
