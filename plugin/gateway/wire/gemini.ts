/**
 * Gemini generateContent and streamGenerateContent, the latter as events (`alt=sse`) or as one JSON
 * list; of the Gemini API and of Vertex AI. Pure; any process.
 * Source: Gemini API reference, "Generating content": methods, GenerateContentResponse,
 * UsageMetadata.
 */
import { answerReader, type Draft, errorType, takeUsage } from './answer/answer.ts'
import { argumentsText, at, listAt, objectAt, textAt } from './json.ts'
import { charactersOf, conversation, isSystemRole, offered, readJsonRequest } from './request.ts'
import type { RequestFacts, Wire } from './wire.ts'

export const gemini: Wire = {
  name: 'gemini-generate',
  readRequest: (path, body) => ({
    ...readJsonRequest(body, readBody),
    // Path and body are apart here: a body that cannot be read leaves these known.
    model: modelOf(path),
    stream: /:streamGenerateContent/.test(decoded(path)),
  }),
  readAnswer: (contentType) =>
    answerReader('gemini-generate', { event: readPart, document: readDocument }, contentType),
  /** What the Gemini API says where billing is wanting. @google/genai and the AI SDK let a 400 be. */
  refusal: (message) => ({
    status: 400,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ error: { code: 400, message, status: 'FAILED_PRECONDITION' } }),
  }),
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** `/v1beta/models/M:generateContent`; Vertex AI has more in front of it. */
function modelOf(path: string): string | null {
  return /\/(?:models|tunedModels)\/([^/:?]+):/.exec(decoded(path))?.[1] ?? null
}

function readBody(json: unknown): RequestFacts {
  const contents = at(json, 'contents')
  const said = conversation(Array.isArray(contents) ? contents : [contents], isSystemRole)
  const system = at(json, 'systemInstruction') ?? at(json, 'system_instruction')
  return {
    model: null,
    stream: false,
    tools: offered(listAt(json, 'tools').flatMap(toolNames)),
    ...said,
    systemCharacters: said.systemCharacters + charactersOf(system),
  }
}

/** Functions by name; Google's own tools are keys of a tool: `{ googleSearch: {} }`. */
function toolNames(tool: unknown): (string | null)[] {
  return Object.entries(Object(tool)).flatMap(([key, value]) =>
    /^function_?declarations$/i.test(key)
      ? listAt(value).map((declared) => textAt(declared, 'name'))
      : [key],
  )
}

function readDocument(value: unknown, draft: Draft) {
  readPart(value, draft)
  draft.outputOpen = false
}

/** A whole answer and a part of a stream are of one shape. */
function readPart(value: unknown, draft: Draft) {
  draft.model = textAt(value, 'modelVersion') ?? draft.model
  const error = objectAt(value, 'error')
  if (error !== null)
    draft.error = {
      type: errorType(at(error, 'status'), at(error, 'code')),
      message: textAt(error, 'message') ?? argumentsText(error),
    }
  // Counts are cumulative, each part's for the whole answer so far.
  takeUsage(draft, at(value, 'usageMetadata'))
  for (const candidate of listAt(value, 'candidates')) {
    draft.finish = textAt(candidate, 'finishReason') ?? draft.finish
    for (const part of listAt(candidate, 'content', 'parts')) readCall(part, draft)
  }
  draft.finish = textAt(value, 'promptFeedback', 'blockReason') ?? draft.finish
  // There is no mark of the end but this one.
  draft.complete = draft.finish !== null
  draft.outputOpen = !draft.complete && at(draft.usage, 'candidatesTokenCount') === undefined
}

function readCall(part: unknown, draft: Draft) {
  const call = at(part, 'functionCall') ?? at(part, 'executableCode')
  if (objectAt(call) === null) return
  const name = textAt(call, 'name') ?? 'executableCode'
  const opened = draft.calls.open('', textAt(call, 'id'), name)
  draft.calls.write(opened, argumentsText(at(call, 'args') ?? at(call, 'code') ?? {}))
}
