/** What a tool of the loop is: a JSON Schema, and a handler whose input is typed by it. */
import { jsonSchema, type Tool, tool } from 'ai'
import * as z from 'zod'

/** What the tools work on. */
export interface Workplace {
  /** The folder that the harness may change. */
  build: string
  /** The whole environment of a command. */
  env: Record<string, string>
  /** Folder of the run's own, outside the build; the processes of commands are found by it. */
  home: string
  commandSeconds: number
  signal: AbortSignal
}

export interface LoopTool {
  /** @param remind what is added to every answer */
  at(place: Workplace, remind: () => string): Tool
}

/**
 * `Input` is given by the caller, as `FromSchema<typeof parameters>`: worked out in here, it takes the
 * compiler minutes.
 * @param handle what it returns is the answer; an error that it throws is told to the model, which may
 *   then do better
 */
export function defineTool<Input>(
  description: string,
  parameters: object,
  handle: (input: Input, place: Workplace) => Promise<string>,
): LoopTool {
  // The SDK does not check by itself what a model sends.
  const checked = z.fromJSONSchema(parameters as never)
  const inputSchema = jsonSchema<Input>(parameters as never, {
    validate(value) {
      const { success, data, error } = checked.safeParse(value)
      return success ? { success, value: data as Input } : { success, error }
    },
  })
  return {
    at: (place, remind) =>
      tool({
        description,
        inputSchema,
        execute: async (input: unknown) => (await handle(input as Input, place)) + remind(),
      } as Tool),
  }
}
