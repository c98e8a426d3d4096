/** Tells a step of the loop in the common trace. In the adapter's process. */
import type { StepResult, ToolSet } from 'ai'
import type { TraceInput } from '../../plugin/run/adapter.ts'
import { claimOf } from './usage.ts'

export function traceOf({ content, usage, response }: StepResult<ToolSet>): TraceInput[] {
  const entries = content.flatMap((part): TraceInput[] => {
    switch (part.type) {
      case 'text':
        return part.text === '' ? [] : [{ kind: 'message', text: part.text }]
      case 'reasoning':
        return part.text === '' ? [] : [{ kind: 'reasoning', text: part.text }]
      case 'tool-call': {
        const { toolCallId: id, toolName: name, input } = part
        const end = content.find(
          (other) =>
            (other.type === 'tool-result' || other.type === 'tool-error') &&
            other.toolCallId === id,
        )
        const told =
          end?.type === 'tool-result'
            ? { result: String(end.output) }
            : end?.type === 'tool-error'
              ? { result: String(end.error) }
              : {}
        const isError = end?.type === 'tool-error'
        const given = (input ?? {}) as Extract<TraceInput, { kind: 'toolCall' }>['arguments']
        return [
          {
            ...{ kind: 'toolCall' as const, id, name, arguments: given },
            ...{ ...told, isError, denied: false, durationMs: null },
          },
        ]
      }
      default:
        return []
    }
  })
  const model = response.modelId ? { model: response.modelId } : {}
  return [...entries, { kind: 'usage', tokens: claimOf([usage]).tokens, ...model }]
}
