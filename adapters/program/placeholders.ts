/** What stands for what in the arguments and variables of a program. In the adapter's process. */
import { type Context, Unmeasured } from '../../plugin/run/adapter.ts'

const placeholders = /\{(brief|briefFile|model|home|key|url:[^{}]+)\}/g

/** Where the gateway is for this sample; a program that is told of it is metered. */
const address = /\{url:[^{}]+\}/

export const namesAddress = (text: string) => address.test(text)

/**
 * @param more values of an adapter's own, such as the brief
 * @returns a function that replaces `{model}`, `{home}`, `{key}`, `{url:PROVIDER}`, and throws
 *   Unmeasured for a provider that there is not
 */
export function openFill(
  { model, home, gateway }: Pick<Context, 'model' | 'home' | 'gateway'>,
  more: Record<string, string> = {},
): (text: string) => string {
  const urls = Object.entries(gateway?.urls ?? {})
  const values: Record<string, string> = {
    ...more,
    model: model ?? '',
    home,
    key: gateway?.key ?? '',
    ...Object.fromEntries(urls.map(([name, url]) => [`url:${name}`, url])),
  }
  // One pass, so that a brief that itself holds `{model}` arrives byte for byte.
  return (text) =>
    text.replace(placeholders, (whole, name: string) => {
      const value = values[name]
      if (value !== undefined) return value
      if (!name.startsWith('url:')) return whole
      throw new Unmeasured(
        `\`{${name}}\`: there is no such provider; name it in the option \`providers\` (there are: ${urls.map(([name]) => name).join(', ')})`,
      )
    })
}
