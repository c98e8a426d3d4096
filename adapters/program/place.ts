/** Makes the place of a session: its HOME, its model, its configuration. In the adapter's process. */
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Context, Unmeasured } from '../../plugin/run/adapter.ts'
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
  const { provider, model } = modelOf(context.model)
  const preferred = spoken[provider]
  const first = Object.keys(preset.wires)[0] as Wire
  const wire = options.wire ?? (preferred && preset.wires[preferred] ? preferred : first)
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

function modelOf(name: string | null): { provider: string; model: string } {
  const [, provider, model] = /^([^/]+)\/(.+)$/s.exec(name ?? '') ?? []
  if (provider !== undefined && model !== undefined) return { provider, model }
  throw new Unmeasured(
    `\`model\` of the condition is ${name === null ? 'missing' : `\`${name}\``}; write it as \`provider/model\``,
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
