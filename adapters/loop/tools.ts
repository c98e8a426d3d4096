/** The tools, in the order in which a model is told of them. */
import type { ToolSet } from 'ai'
import type { LoopTool, Workplace } from './tool.ts'
import { edit } from './tools/edit.ts'
import { finish } from './tools/finish.ts'
import { list } from './tools/list.ts'
import { read } from './tools/read.ts'
import { run } from './tools/run.ts'
import { search } from './tools/search.ts'
import { write } from './tools/write.ts'

const tools: Record<string, LoopTool> = { list, read, search, write, edit, run, finish }

/** @param remind what is added to every answer of a tool */
export function toolsAt(place: Workplace, remind: () => string): ToolSet {
  return Object.fromEntries(
    Object.entries(tools).map(([name, tool]) => [name, tool.at(place, remind)]),
  )
}
