/** Imports an adapter, which may be a module's named exports or its default one. In the adapter's process. */
import type { Adapter } from './adapter.ts'

/**
 * @param module file URL
 * @throws when it does not load, or exports no `run`
 */
export async function loadAdapter(module: string): Promise<Adapter> {
  const loaded = (await import(module)) as { default?: Partial<Adapter> } & Partial<Adapter>
  const adapter = typeof loaded.run === 'function' ? loaded : loaded.default
  if (typeof adapter?.run !== 'function')
    throw new Error(
      `exports no function \`run\` (it exports: ${Object.keys(loaded).join(', ') || 'nothing'}); write \`export async function run(build, brief, context) { … }\``,
    )
  return adapter as Adapter
}
