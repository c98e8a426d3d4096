/** Calls that a harness makes beside the conversation with the brief: for a title, a memory. Any process. */
import type { Call } from '../../gateway/call.ts'

/** What a harness offers a model in the conversation is the most that it offers at all. */
export function conversationIn(calls: Call[]): Call | undefined {
  return calls.toSorted((a, b) => b.tools.count - a.tools.count)[0]
}

/** One of each kind; kinds differ in the tools that they have. */
export function asidesIn(calls: Call[]): Call[] {
  const tools = conversationIn(calls)?.tools.names ?? []
  const beside = calls.filter(
    (call) => !call.free && tools.some((name) => !call.tools.names.includes(name)),
  )
  return [...new Map(beside.map((call) => [call.tools.names.toSorted().join(), call])).values()]
}
