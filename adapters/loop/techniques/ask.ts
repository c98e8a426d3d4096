/**
 * The technique `ask`: the model may ask, and a scripted user answers, by what the question is about.
 * In the adapter's process.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import * as z from 'zod'

const answerSchema = z.strictObject({
  /** A regular expression, upper and lower case alike; any question if left out. */
  about: z
    .string()
    .min(1)
    .refine((text) => isExpression(text), 'this is no regular expression')
    .optional(),
  answer: z.string().min(1),
})
export type Answer = z.output<typeof answerSchema>

export const answersSchema = z.array(answerSchema)

/** For whatever the script has no answer to. */
const defaultAnswer =
  'I cannot tell you more than what I wrote. Decide as you think best, and say what you decided.'

/** @returns the first answer whose expression is found in the question */
export function answerTo(question: string, answers: Answer[]): string {
  const found = answers.find(
    ({ about }) => about === undefined || new RegExp(about, 'iu').test(question),
  )
  return found?.answer ?? defaultAnswer
}

/** @param given the answers, or a YAML file with them, below the suite's folder */
export function readAnswers(given: Answer[] | string, suiteFolder: string): Answer[] {
  if (typeof given !== 'string') return given
  const where = `\`options.answers\`: the file ${given} of the suite ${path.basename(suiteFolder)}`
  let text: string
  try {
    text = readFileSync(answersFile(given, suiteFolder), 'utf8')
  } catch (error) {
    throw new Error(`${where} cannot be read: ${(error as Error).message.split(',')[0]}`)
  }
  try {
    return answersSchema.parse(parse(text))
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message
    throw new Error(`${where} holds no answers: ${why}`)
  }
}

export function answersFile(given: string, suiteFolder: string): string {
  return path.resolve(suiteFolder, given)
}

function isExpression(text: string): boolean {
  try {
    new RegExp(text, 'iu')
    return true
  } catch {
    return false
  }
}
