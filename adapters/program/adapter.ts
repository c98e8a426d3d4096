/** Makes an adapter of a preset: what all of them share. In the adapter's process. */
import { randomUUID } from 'node:crypto'
import { type Adapter, type Context, type Session, Unmeasured } from '../../plugin/run/adapter.ts'
import { policyInputs } from '../acp/policy.ts'
import { askVersion, type Command, findProgram } from './find.ts'
import { checkModel } from './model.ts'
import { type CommonOptions, optionsOf } from './options.ts'
import { checkWire, environmentOf, makePlace, writeFiles } from './place.ts'
import type { Place, Prepared, Preset } from './preset.ts'
import { runProcess } from './process.ts'
import { openReading, type Reading } from './reading.ts'
import { createDesk, type Desk } from './sink.ts'
import { refuseStrangers } from './strangers.ts'
import { judge } from './verdict.ts'

export type ProgramAdapter = Required<Omit<Adapter, 'spawns' | 'version' | 'run'>> & {
  version(options: Record<string, unknown>): Promise<string>
  /** What it was made of, for tables that tell of it. */
  preset: Preset<never>
}

export function programAdapter<Event>(preset: Preset<Event>): ProgramAdapter {
  const { name, revision, program } = preset
  const known = preset as Preset<never>

  async function open(build: string, context: Context): Promise<Session> {
    const options = context.options as CommonOptions
    const command = found(() => findProgram(preset, options.path, context.env))
    refuseStrangers(known, build)
    const place = await makePlace(known, build, context)
    const prepared = await preset.prepare(place)
    await writeFiles(place, prepared.files)
    if (options.door === 'acp' && preset.acp) {
      const { argv, last = [], env, files } = preset.acp(place)
      await writeFiles(place, files)
      // The protocol's library costs some milliseconds of every sample that does without it.
      const { openAgent } = await import('../acp/session.ts')
      return openAgent(
        {
          name,
          command: [...command, ...argv, ...options.args, ...last] as Command,
          env: environmentOf(context, place, prepared.env, env),
          mode: preset.acpMode?.(place),
          counts: preset.acpCounts,
          asksBy: preset.asksBy,
          say: async (brief) => {
            const said = preset.say?.(place, brief)
            await writeFiles(place, said?.files)
            return said ?? { text: brief }
          },
          failure: async (session) => (await preset.acpFailure?.(place, session)) ?? null,
        },
        build,
        context,
      )
    }
    return openSession({ preset: known, command, place, prepared, context })
  }

  const commandOf = (options: Record<string, unknown>) =>
    findProgram(preset, (options as CommonOptions).path, process.env)

  return {
    preset: known,
    async check(options, prospect) {
      const { provider } = await checkModel(prospect)
      checkWire(known, provider, options as CommonOptions, prospect)
    },
    program: (options) => commandOf(options).at(-1) as string,
    async version(options) {
      const command = commandOf(options)
      return `${revision} ${program} ${await askVersion(preset, command, process.env)}`
    },
    options: optionsOf(known),
    inputs: policyInputs,
    /** Another copy of the same version is the same harness. */
    local: ['path'],
    metered: true,
    open,
  }
}

function found<T>(look: () => T): T {
  try {
    return look()
  } catch (error) {
    throw new Unmeasured((error as Error).message)
  }
}

interface Opened {
  preset: Preset<never>
  command: Command
  place: Place
  prepared: Prepared
  context: Context
}

/** A conversation by the program's own command line: each turn is a process. */
function openSession({ preset, command, place, prepared, context }: Opened): Session {
  const desk = createDesk(context, preset.asksBy)
  const fresh = randomUUID()
  let number = 0

  return {
    async turn(brief) {
      if (context.signal.aborted) return {}
      number++
      const { argv, last, stdin, env, files } = preset.turn(place, {
        brief,
        number,
        first: number === 1,
        fresh,
        session: desk.session(),
      })
      await writeFiles(place, files)
      desk.beginTurn(brief)
      const reading = openReading(preset, desk)
      const ended = await runProcess(
        {
          command,
          args: [...argv, ...place.options.args, ...(last ?? [])],
          cwd: place.build,
          env: environmentOf(context, place, prepared.env, env),
          stdin: stdin ?? '',
          onStdout: reading.push,
          onStderr: reading.pushError,
        },
        context,
      )
      await readRecord(preset, place, { reading, desk, log: context.log })
      reading.end()
      await preset.after?.(place, desk.sink)
      const claim = desk.endTurn()
      // The budget was used up: whoever gave it knows.
      return context.signal.aborted ? claim : judge(preset, ended, desk, claim)
    },
    async close() {},
  }
}

async function readRecord(
  { record }: Preset<never>,
  place: Place,
  { reading, desk, log }: { reading: Reading; desk: Desk; log: Context['log'] },
): Promise<void> {
  try {
    for (const line of (await record?.(place)) ?? []) {
      const bytes = Buffer.from(`${line}\n`)
      reading.record(line, { byte: log(bytes), bytes: bytes.length - 1 })
    }
  } catch (error) {
    desk.sink.error(
      `the record that it keeps of itself cannot be read: ${(error as Error).message}`,
    )
  }
}
