/** The copy of the seed that a harness works in: byte-faithful, by default a git repository with one commit. */
import { execa } from 'execa'
import { copyTree } from '../tree/copy.ts'
import type { Ignore } from '../tree/ignore.ts'
import type { Scratch } from './scratch.ts'

/**
 * @throws when git is asked for but not there, or the seed cannot be copied whole
 */
export async function fillWorkspace(
  seed: string,
  scratch: Scratch,
  ignore: Ignore,
  git: boolean,
): Promise<void> {
  const { skipped } = await copyTree(seed, scratch.build, ignore)
  if (skipped.length > 0)
    throw new Error(
      `the seed cannot be copied whole: ${skipped.map(({ path, why }) => `${path} (${why})`).join(', ')}; mend the seed or put the path into \`ignore\``,
    )
  if (git) await commitAll(scratch)
}

/** One commit by nobody at a fixed time: its history says nothing, and is the same for every sample. */
async function commitAll(scratch: Scratch): Promise<void> {
  const run = (...args: string[]) =>
    execa(
      'git',
      ['-c', 'core.autocrlf=false', '-c', 'core.safecrlf=false', '-c', 'gc.auto=0', ...args],
      {
        cwd: scratch.build,
        extendEnv: false,
        env: {
          PATH: process.env.PATH,
          ...(process.env.SYSTEMROOT ? { SYSTEMROOT: process.env.SYSTEMROOT } : {}),
          HOME: scratch.home,
          GIT_CONFIG_GLOBAL: process.platform === 'win32' ? 'NUL' : '/dev/null',
          GIT_CONFIG_NOSYSTEM: '1',
          GIT_AUTHOR_NAME: 'dev',
          GIT_AUTHOR_EMAIL: 'dev@localhost',
          GIT_COMMITTER_NAME: 'dev',
          GIT_COMMITTER_EMAIL: 'dev@localhost',
          GIT_AUTHOR_DATE: '2024-01-01T00:00:00Z',
          GIT_COMMITTER_DATE: '2024-01-01T00:00:00Z',
        },
      },
    )
  try {
    await run('init', '--quiet', '--template=', '--initial-branch=main')
    await run('add', '--all', '--force')
    await run(
      'commit',
      '--quiet',
      '--allow-empty',
      '--no-verify',
      '--no-gpg-sign',
      '--message=Initial commit',
    )
  } catch (error) {
    throw new Error(
      `the workspace could not be made a git repository (${(error as Error).message}); install git >= 2.28, or set the option \`git: false\``,
      { cause: error },
    )
  }
}
