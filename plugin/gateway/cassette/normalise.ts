/** What two requests have in common when they ask the same: all but what is another each time. Any process. */
import { realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** Name a user, a session or a cache, and change nothing about the answer. */
const volatileFields = ['user', 'metadata', 'prompt_cache_key', 'safety_identifier']
const idFields = ['tool_call_id', 'tool_use_id', 'call_id', 'item_id', 'previous_response_id']

/** @param body decoded */
export function normalised(body: Buffer): Json {
  const text = body.toString()
  const names = new Map<string, string>()
  let json: Json
  try {
    json = JSON.parse(text)
  } catch {
    return inText(text, names)
  }
  return inValue(json, names, true)
}

function inValue(value: Json, ids: Map<string, string>, isTop = false): Json {
  if (typeof value === 'string') return inText(value, ids)
  if (Array.isArray(value)) return value.map((item) => inValue(item, ids))
  if (typeof value !== 'object' || value === null) return value
  // An `id` of a message or a tool call, and not one that a tool was called with.
  const isNamed = ['type', 'role', 'function'].some((key) => Object.hasOwn(value, key))
  const entries = Object.entries(value)
    .filter(([key]) => !(isTop && volatileFields.includes(key)))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]): [string, Json] => {
      const isId = idFields.includes(key) || (key === 'id' && isNamed)
      return [key, isId && typeof item === 'string' ? nameOf(item, ids) : inValue(item, ids)]
    })
  return Object.fromEntries(entries)
}

/** Ids are numbered as they appear, so that an answer still belongs to its call. */
function nameOf(id: string, ids: Map<string, string>): string {
  let name = ids.get(id)
  if (name === undefined) {
    name = `<id ${ids.size + 1}>`
    ids.set(id, name)
  }
  return name
}

const month = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*'
const weekday = '(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? )?'

const volatileTexts: [RegExp, string][] = [
  [temporaryPaths(), '<temporary>'],
  [/(?<=(?:127\.0\.0\.1|localhost|\[::1\])):\d+/g, ':<port>'],
  [/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi, '<uuid>'],
  [/\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?/g, '<date>'],
  [new RegExp(`\\b${weekday}${month} \\d{1,2},? \\d{4}\\b`, 'g'), '<date>'],
  [new RegExp(`\\b${weekday}\\d{1,2} ${month},? \\d{4}\\b`, 'g'), '<date>'],
  [/\b\d{1,2}\/\d{1,2}\/\d{4}\b/g, '<date>'],
  [/\b\d{1,2}:\d\d:\d\d(?:\.\d+)?(?: ?[AP]M)?/g, '<time>'],
  [/\b\d+(?:\.\d+)? ?(?:ms|s|seconds)\b/g, '<duration>'],
]

const ids = /\b(?:call|toolu|fc|msg|resp|rs|chatcmpl|req)[_-][A-Za-z0-9]{6,}\b/g

function inText(text: string, names: Map<string, string>): string {
  for (const [pattern, name] of volatileTexts) text = text.replace(pattern, name)
  return text.replace(ids, (id) => nameOf(id, names))
}

/** A folder or file straight below any of the system's temporary folders. */
function temporaryPaths(): RegExp {
  const roots = [tmpdir(), realpathSync(tmpdir()), '/private/tmp', '/tmp'].map((root) =>
    root.replace(/[\\/]+$/, '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
  )
  const macOS = '(?:/private)?/var/folders/[^/\\s]+/[^/\\s]+/T'
  return new RegExp(`(?<![\\w/])(?:${macOS}|${roots.join('|')})[\\\\/][\\w.-]+`, 'g')
}
