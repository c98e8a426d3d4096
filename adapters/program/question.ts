/** What a harness's own tool asks its user, of the arguments that the model gave it. In the adapter's process. */

export function questionIn(args: unknown): string {
  const { question, questions } = (args ?? {}) as { question?: unknown; questions?: unknown }
  if (typeof question === 'string') return question
  if (Array.isArray(questions)) return questions.map(questionIn).join('\n')
  return typeof args === 'string' ? args : JSON.stringify(args ?? null)
}
