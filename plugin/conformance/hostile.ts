/** Programs that do what a harness must not be able to harm a measurement by. Main process. */
import { fileURLToPath } from 'node:url'
import { entry } from '../entry.ts'

const program = (file: string, does: string, more: { seconds?: number } = {}) => ({
  file: fileURLToPath(entry(import.meta.url, `./hostile/${file}`)),
  /** Continues "a program that …". */
  does,
  /** Its budget. */
  seconds: more.seconds ?? 20,
})

/** By the task's name. */
export const hostilePrograms = {
  'ignores-sigterm': program('ignores-sigterm', 'ignores SIGTERM', { seconds: 2 }),
  'asks-for-ever': program('asks-for-ever', 'asks, and waits for ever', { seconds: 2 }),
  'leaves-grandchild': program('leaves-grandchild', 'leaves a process in a session of its own'),
  'fails-with-0': program('fails-with-0', 'exits 0 having failed'),
  'writes-after-exit': program('writes-after-exit', 'writes into the build after its exit'),
  'prints-one-line': program('prints-one-line', 'prints 100 MB in one line'),
  'prints-bytes': program('prints-bytes', 'prints what is no UTF-8'),
  'prints-secrets': program('prints-secrets', 'prints whatever it was given'),
  'goes-away': program('goes-away', 'leaves its folder, and moves that away'),
  'deletes-workspace': program('deletes-workspace', 'deletes its workspace'),
  'needs-tty': program('needs-tty', 'needs a terminal'),
  'claims-nonsense': program('claims-nonsense', 'reports a cost of NaN and tokens below 0'),
  'repeats-usage': program('repeats-usage', 'reports the same usage again and again'),
}
export type HostileName = keyof typeof hostilePrograms
