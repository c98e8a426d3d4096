/**
 * The environment that a build's code runs in, and that of the process which starts it: from an
 * allow-list. Runs in the main process and in the probes' own.
 */
import { delimiter, dirname } from 'node:path'

/** What programs cannot do without; the last ones exist on Windows only. */
const passedOn = ['PATH', 'SYSTEMROOT', 'SYSTEMDRIVE', 'WINDIR', 'COMSPEC', 'PATHEXT']

/**
 * Locale and time zone are the same everywhere, so that an assertion does not depend on where it
 * runs. No compile cache of Node's: its folder would be writable by the build.
 */
export function environment(
  home: string,
  temp: string,
  added: Record<string, string> = {},
): Record<string, string> {
  const env: Record<string, string> = { LANG: 'C.UTF-8', TZ: 'UTC', ...pick(passedOn) }
  // Whatever a build starts as `node`, directly or through `env`, is the Node of the benchmark.
  env.PATH = [dirname(process.execPath), ...(env.PATH ? [env.PATH] : [])].join(delimiter)
  const folders = { HOME: home, TMPDIR: temp }
  const onWindows = { USERPROFILE: home, APPDATA: home, LOCALAPPDATA: home, TEMP: temp, TMP: temp }
  return { ...env, ...folders, ...(process.platform === 'win32' && onWindows), ...added }
}

/** Of the process that starts probes: any program of the same user may read it, so no key is in it. */
export function hostEnvironment(): Record<string, string> {
  return pick([...passedOn, 'TMPDIR', 'TEMP', 'TMP'])
}

function pick(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}
