/** Makes the place of a session: its HOME, its model, its configuration. In the adapter's process. */
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Context, type Prospect, Unmeasured, WrongOption } from '../../plugin/run/adapter.ts'
import { readModel } from './model.ts'
import type { CommonOptions } from './options.ts'
import type { Place, Preset, Wire } from './preset.ts'

/** What providers of these names speak best; any other is asked in the preset's first wire. */
const spoken: Record<string, Wire> = {
  openai: 'openai-responses',
  anthropic: 'anthropic-messages',
  google: 'gemini-generate',
  gemini: 'gemini-generate',
}

/** @throws Unmeasured where the condition's model cannot be reached by this harness */
export async function makePlace(
  preset: Preset<never>,
  build: string,
  context: Context,
): Promise<Place> {
  const options = context.options as CommonOptions
  const { provider, model } = readModel(context.model)
  const wire = options.wire ?? wireFor(preset, provider)
  const { word, base } = preset.wires[wire] as { word: string; base: string }
  const url = context.gateway?.urls[provider]
  if (!context.gateway || url === undefined)
    throw new Unmeasured(
      `nothing says where the provider \`${provider}\` is; name it in the option \`providers\` (there are: ${Object.keys(context.gateway?.urls ?? {}).join(', ') || 'none'})`,
    )
  return {
    build,
    home: await mkdtemp(path.join(context.home, 's-')),
    provider,
    model,
    wire,
    word,
    url: `${url}${base}`,
    key: context.gateway.key,
    options,
  }
}

function wireFor({ wires }: Preset<never>, provider: string): Wire {
  const preferred = spoken[provider]
  return preferred && wires[preferred] ? preferred : (Object.keys(wires)[0] as Wire)
}

/**
 * A wire that the user has chosen is tried, whatever is known.
 * @throws WrongOption where the provider's address is known not to take what the harness would send
 */
export function checkWire(
  preset: Preset<never>,
  provider: string,
  { wire }: Pick<CommonOptions, 'wire'>,
  { providers }: Prospect,
): void {
  const takes = providers[provider]
  if (wire !== undefined || !takes) return
  const sent = wireFor(preset, provider)
  if (takes.includes(sent)) return
  throw new WrongOption(
    'model',
    `${preset.name} would speak ${sent}, and \`${provider}\` takes ${takes.join(', ')} at its address; name another provider's model, give an address that takes it in \`providers\`, or write \`options.wire\` to have it tried`,
  )
}

/** @param files path below the place's HOME → content */
export async function writeFiles(place: Place, files: Record<string, string> = {}): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(place.home, name)
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, content)
  }
}

/** The whole environment of a session's processes; later ones go over earlier ones. */
export function environmentOf(
  context: Pick<Context, 'env'>,
  place: Place,
  ...layers: (Record<string, string> | undefined)[]
): Record<string, string> {
  return Object.assign(
    { ...context.env, HOME: place.home },
    process.platform === 'win32' ? { USERPROFILE: place.home } : {},
    ...layers,
    place.options.env,
  )
}
