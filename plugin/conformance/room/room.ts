/**
 * Lets an adapter work again where nothing that is written is seen by others, nor what others write: of
 * what is found there, it is known who did it. HOME and the temporary folders are covered by layers that
 * hold what is written to them. Linux, as root, with `unshare`. Main process.
 */
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { entry } from '../../entry.ts'
import { makeOwned, ownerOf, removeOwned } from '../../process/temporary.ts'
import type { ResolvedConformance } from '../options.ts'
import { placesAround } from '../surroundings.ts'

/** What works in the room is told by JSON on its standard input. */
export interface Job {
  asked: Omit<ResolvedConformance, 'program' | 'only' | 'except'>
  /** Names. */
  cases: string[]
}

const unshare = ['--mount', '--pid', '--fork', '--kill-child', '--mount-proc']

/**
 * Arguments: an empty folder; places; `--`; what is not to be there, below that folder; `--`; a command.
 * Each place has a folder by its number: `lower` is what it was, `upper` what was written. Only in
 * `merged`, which is both, is anything removed.
 */
const script = `set -e
room=$1
shift
mount -t tmpfs none "$room"
cd "$room"
count=0
for place; do
  [ "$place" != -- ] || break
  count=$((count + 1))
  mkdir -p $count/lower $count/upper $count/work $count/merged
  mount --bind "$place" $count/lower
  mount -t overlay overlay -o "lowerdir=$room/$count/lower,upperdir=$room/$count/upper,workdir=$room/$count/work" $count/merged
done
number=0
while [ $number -lt $count ]; do number=$((number + 1)); eval "place_$number=\\$1"; shift; done
shift
while [ "$1" != -- ]; do rm -rf "./$1"; shift; done
shift
for number in $(seq $count); do
  eval "place=\\$place_$number"
  mount --bind $number/merged "$place"
done
"$@" >&2
for number in $(seq $count); do
  find $number/upper ! -type d ! -type c -print0
  find $number/upper -mindepth 1 -type d -empty | while read -r made; do
    [ -e "$number/lower/\${made#*/upper/}" ] || printf '%s/\\0' "$made"
  done
done
`

/** Whether it is worth trying: some systems refuse it all the same. */
export function canHaveRoom(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0
}

/**
 * @param cases names of those that are tried again
 * @param gone absolute paths that are not there in the room: what was seen to come the first time
 * @returns what was written in HOME and the temporary folders and is still there; null where the
 *   system makes no room, or where something in it failed
 */
export async function writtenInRoom(
  { program: _, only: __, except: ___, ...asked }: ResolvedConformance,
  cases: string[],
  gone: Iterable<string>,
): Promise<string[] | null> {
  const room = makeOwned()
  try {
    const places = placesFor(room)
    const missing = [...gone].flatMap((place) => {
      const at = places.findIndex((one) => place.startsWith(`${one}/`))
      return at < 0 ? [] : [`${at + 1}/merged${place.slice((places[at] as string).length)}`]
    })
    const inside = fileURLToPath(entry(import.meta.url, './inside'))
    const words = [room, ...places, '--', ...missing, '--', process.execPath, inside]
    const job: Job = { asked, cases }
    const { stdout, failed } = await execa(
      'unshare',
      [...unshare, 'sh', '-c', script, 'sh', ...words],
      {
        input: JSON.stringify(job),
        reject: false,
      },
    )
    if (failed) return null
    return stdout.split('\0').flatMap((line) => {
      const [, number, place] = /^(\d+)\/upper(\/.*)$/s.exec(line) ?? []
      const isOwn = place?.split('/').some((name) => ownerOf(name) !== null)
      return place === undefined || isOwn ? [] : [`${places[Number(number) - 1]}${place}`]
    })
  } finally {
    await removeOwned(room)
  }
}

/** None of them within another; the one with the room last: once it is covered, the room is not seen. */
function placesFor(room: string): string[] {
  const all = placesAround()
  const outer = all.filter((place) => !all.some((one) => place.startsWith(`${one}/`)))
  const holdsRoom = (place: string) => room.startsWith(`${place}/`)
  return [...outer.filter((place) => !holdsRoom(place)), ...outer.filter(holdsRoom)]
}
