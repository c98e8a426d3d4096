/** Calls that a harness makes beside the conversation with the brief: for a title, a memory. Any process. */
import type { Call } from '../../gateway/call.ts'

/** What a harness offers a model in the conversation is the most that it offers at all. */
export function conversationIn(calls: Call[]): Call | undefined {
  return calls.toSorted((a, b) => b.tools.count - a.tools.count)[0]
}

/** It lacks tools that the conversation has. */
export function isBeside(call: Call, calls: Call[]): boolean {
  const tools = conversationIn(calls)?.tools.names ?? []
  return tools.some((name) => !call.tools.names.includes(name))
}

/** One of each kind; kinds differ in the tools that they have. */
export function asidesIn(calls: Call[]): Call[] {
  const beside = calls.filter((call) => !call.free && isBeside(call, calls))
  return [...new Map(beside.map((call) => [call.tools.names.toSorted().join(), call])).values()]
}
