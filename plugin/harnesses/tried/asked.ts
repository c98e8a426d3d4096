/** Asks harnesses a question where instruction files lie about, and says which of them the model was told. Main process. */
import { tmpdir } from 'node:os'
import path from 'node:path'
import { question } from './briefs.ts'
import { experiment } from './experiment.ts'
import { type Instruction, own, strangers } from './instructions.ts'
import { measure } from './measured.ts'
import type { Subject } from './subjects.ts'

export interface Surroundings {
  /** Of the experiment. */
  name: string
  /** Whether the build is a repository. */
  git: boolean
  /** Whether there are files above the build and in HOME. */
  planted: boolean
  /** Which of the project's own are in it. */
  holds(own: Instruction): boolean
}

/** What one harness did. */
export interface Asked {
  calls: number
  /** Why it was not let in; null where it answered. */
  refused: string | null
  /** Names of the project's own that reached the model, and absolute paths of what was planted. */
  own: string[]
  strangers: string[]
}

export async function askIn(
  { name, git, planted, holds }: Surroundings,
  subjects: Subject[],
): Promise<Map<string, Asked>> {
  if (subjects.length === 0) return new Map()
  const foreign = planted ? strangers() : []
  const inProject = own.filter(holds)
  await using project = await experiment(
    subjects.map(({ name, harness, options }) => ({
      ...{ name, adapter: harness, options },
      ...{ fault: 'none', script: 'question' },
    })),
    { experiment: name, git, concurrency: 2, budgets: { seconds: 180 } },
    Object.fromEntries([
      ['bench/tiny/tasks/fix.md', `${question[0]}\n`],
      ...['seed/tiny', 'reference/tiny'].flatMap((tree) =>
        inProject.map((file) => [`${tree}/${file.path}`, file.content]),
      ),
    ]),
  )
  const files = Object.fromEntries([
    ...foreign.map((file) => [file.path, file.content]),
    ...(planted && !git ? repositoryAbove() : []),
  ])
  const run = await measure(project, name, [], 30, files)
  return new Map(
    subjects.map((subject) => {
      const { record, heard } = run.of(subject.name)
      const told = ({ word }: Instruction) => heard.some(({ body }) => body.includes(word))
      const asked: Asked = {
        calls: heard.length,
        refused: record.outcome === 'finished' ? null : `${record.outcome}: ${record.reason}`,
        own: inProject.filter(told).map(({ name }) => name),
        strangers: foreign.filter(told).map(({ path }) => path),
      }
      return [subject.name, asked]
    }),
  )
}

/** The root of the disk is one: what a harness takes for the root of a project ends its search. */
function repositoryAbove(): [string, string][] {
  const files = {
    HEAD: 'ref: refs/heads/main\n',
    config: '[core]\n\trepositoryformatversion = 0\n',
    'objects/info/none': '',
    'refs/heads/none': '',
  }
  const { root } = path.parse(tmpdir())
  return Object.entries(files).map(([name, content]) => [path.join(root, '.git', name), content])
}
