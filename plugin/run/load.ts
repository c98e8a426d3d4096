/** Imports an adapter, which may be a module's named exports or its default one. In the adapter's process. */
import type { Adapter, Context, Metadata } from './adapter.ts'

/** One that can be asked to work once, whatever it exports. */
export type LoadedAdapter = Adapter & Required<Pick<Adapter, 'run'>>

/**
 * @param module file URL
 * @throws when it does not load, or exports neither `run` nor `open`
 */
export async function loadAdapter(module: string): Promise<LoadedAdapter> {
  const loaded = await import(module)
  const adapter: Partial<Adapter> | undefined = works(loaded) ? loaded : loaded.default
  if (typeof adapter?.run === 'function') return adapter as LoadedAdapter
  if (typeof adapter?.open === 'function') {
    const { open } = adapter
    return { ...adapter, open, run: oneTurn(open) }
  }
  throw new Error(
    `exports neither \`run\` nor \`open\` (it exports: ${Object.keys(loaded).join(', ') || 'nothing'}); write \`export async function run(build, brief, context) { … }\``,
  )
}

function works(exported: Partial<Adapter>): boolean {
  return typeof exported.run === 'function' || typeof exported.open === 'function'
}

/** @returns a `run` that is one turn of a session */
export function oneTurn(open: NonNullable<Adapter['open']>) {
  return async (build: string, brief: string, context: Context): Promise<Metadata> => {
    const session = await open(build, context)
    try {
      return await session.turn(brief)
    } finally {
      await session.close()
    }
  }
}
