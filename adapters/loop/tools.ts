/** The tools, in the order in which a model is told of them. */
import type { ToolSet } from 'ai'
import type { LoopOptions } from './options.ts'
import type { Answer } from './techniques/ask.ts'
import { minimalTools } from './techniques/minimal.ts'
import { planningTools } from './techniques/plan.ts'
import type { LoopTool, Workplace } from './tool.ts'
import { askTool } from './tools/ask.ts'
import { edit } from './tools/edit.ts'
import { finish } from './tools/finish.ts'
import { list } from './tools/list.ts'
import { note } from './tools/note.ts'
import { planTool } from './tools/plan.ts'
import { read } from './tools/read.ts'
import { run } from './tools/run.ts'
import { search } from './tools/search.ts'
import { write } from './tools/write.ts'

type Tools = Record<string, LoopTool>

const full: Tools = { list, read, search, write, edit, run, finish }

/** @param answers of the scripted user */
export function toolsToWork(options: LoopOptions, answers: Answer[]): Tools {
  const own = options.tools === 'minimal' ? only(minimalTools, full) : full
  return { ...own, ...techniques(options, answers) }
}

/**
 * What looks is not narrowed: it is all that there is to a planner.
 * @param hand takes the plan
 */
export function toolsToPlan(
  options: LoopOptions,
  answers: Answer[],
  hand: (plan: string) => void,
): Tools {
  const all = { ...full, ...techniques(options, answers) }
  return { ...only(planningTools, all), plan: planTool(hand) }
}

function techniques({ ask, memory }: LoopOptions, answers: Answer[]): Tools {
  return { ...(ask ? { ask: askTool(answers) } : {}), ...(memory === 'notes' ? { note } : {}) }
}

function only(names: string[], tools: Tools): Tools {
  return Object.fromEntries(Object.entries(tools).filter(([name]) => names.includes(name)))
}

/** @param remind what is added to every answer of a tool */
export function toolsAt(tools: Tools, place: Workplace, remind: () => string): ToolSet {
  return Object.fromEntries(
    Object.entries(tools).map(([name, tool]) => [name, tool.at(place, remind)]),
  )
}
