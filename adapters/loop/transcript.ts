/** What is kept of a step beside the sample, for whoever wants to see how the agent went about it. */
import type { StepResult, ToolSet } from 'ai'

/** Characters of a tool's input or answer. */
const LONGEST = 2000

export function transcript({ content }: StepResult<ToolSet>): string {
  const lines = content.map((part) => {
    switch (part.type) {
      case 'text':
        return part.text
      case 'tool-call':
        return `> ${part.toolName} ${cut(JSON.stringify(part.input))}`
      case 'tool-result':
        return cut(String(part.output))
      case 'tool-error':
        return `! ${cut(String(part.error))}`
      default:
        return `(${part.type})`
    }
  })
  return `${lines.join('\n')}\n\n`
}

function cut(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)} … (${text.length} characters)`
}
