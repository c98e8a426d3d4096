/** What harnesses do not keep of what is tried here, each as it was seen. Main process. */
import { expect } from 'vitest'
import type { BriefName } from './briefs.ts'
import type { Written } from './room/room.ts'

type Promised = BriefName | 'another turn'

const trimmed = { 'white space at its ends': 'without the white space at its ends' }

/**
 * By condition, or by harness for all of its doors: what is not kept, and the beginning of how that shows.
 * One that is kept after all fails its test, so that the list stays true.
 */
const broken: Record<string, Partial<Record<Promised, string>>> = {
  pi: trimmed,
  copilot: trimmed,
  'gemini-cli.acp': { 'a slash command': 'takes a brief that begins with `/help` for a command' },
  'nanocoder.acp': { 'a slash command': 'takes a brief that begins with `/help` for a command' },
  'nanocoder.cli': { 'another turn': 'has no second turn', '300 kB': 'than this system takes' },
  cline: { ...trimmed, 'another turn': 'has no second turn', '300 kB': 'than this system takes' },
}

/** What harnesses leave outside of their sample's folders whatever they are told: beginnings of paths. */
const outside: Record<string, string[]> = { openclaw: ['/tmp/openclaw/'] }

export function outsideOf(harnesses: string[], written: Written[]): string[] {
  const known = harnesses.flatMap((harness) => outside[harness] ?? [])
  return written
    .map(({ path }) => path)
    .filter((place) => !known.some((beginning) => place.startsWith(beginning)))
}

/** @returns a check of a promise, which is told why it is not kept, or null */
export function keeps(condition: string) {
  const [harness = ''] = condition.split('.')
  const known: Partial<Record<Promised, string>> = { ...broken[harness], ...broken[condition] }
  return (promise: Promised, failure: string | null) => {
    const expected = known[promise]
    if (expected === undefined) expect(failure).toBe(null)
    else expect(failure).toContain(expected)
  }
}

/**
 * Of a project's own instructions, what each harness reads at the beginning when all kinds are there, as
 * it was seen: a switch of a preset that shuts one of them out fails its test.
 */
export const reads: Record<string, string[]> = {
  pi: ['AGENTS.md'],
  codex: ['AGENTS.md', '.agents/skills/*/SKILL.md', '.codex/skills/*/SKILL.md'],
  'claude-code': [
    ...['CLAUDE.md', 'CLAUDE.local.md', '.claude/CLAUDE.md', '.claude/agents/*.md'],
    ...['.claude/rules/*.md', '.claude/skills/*/SKILL.md'],
  ],
  opencode: [
    ...['AGENTS.md', '.agents/skills/*/SKILL.md', '.claude/skills/*/SKILL.md'],
    ...['.opencode/agents/*.md', '.opencode/skills/*/SKILL.md'],
  ],
  openclaw: ['AGENTS.md', 'SOUL.md', '.agents/skills/*/SKILL.md', 'skills/*/SKILL.md'],
  'gemini-cli': ['GEMINI.md', '.agents/skills/*/SKILL.md', '.gemini/skills/*/SKILL.md'],
  'qwen-code': [
    ...['AGENTS.md', 'QWEN.md', '.agents/skills/*/SKILL.md'],
    ...['.qwen/agents/*.md', '.qwen/skills/*/SKILL.md'],
  ],
  copilot: [
    ...['AGENTS.md', 'CLAUDE.md', 'GEMINI.md', '.agents/skills/*/SKILL.md'],
    ...['.claude/agents/*.md', '.claude/rules/*.md', '.claude/skills/*/SKILL.md'],
    ...['.github/agents/*.md', '.github/copilot-instructions.md'],
    ...['.github/instructions/*.instructions.md', '.github/skills/*/SKILL.md'],
  ],
  nanocoder: ['AGENTS.md'],
  cline: ['AGENTS.md', '.clinerules/*.md'],
}
