/**
 * A room that nothing gets out of: a network of its own with the loopback interface alone, processes of
 * its own, and the whole disk as it is, of which what is written in the room is only seen there, and
 * listed afterwards. Linux, as root. Main process.
 */
import { execaSync } from 'execa'

/** What `unshare` shall give. */
const apart = ['--mount', '--net', '--pid', '--fork', '--kill-child']

/** Arguments: an empty folder; a file; folders shared with outside; `--`; what must be seen; `--`; a command. */
const script = `set -e
room=$1 list=$2
shift 2
mount -t tmpfs none "$room"
mkdir "$room/upper" "$room/work" "$room/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$room/upper,workdir=$room/work" "$room/root"
while [ "$1" != -- ]; do
  mkdir -p "$room/root$1"
  mount --bind "$1" "$room/root$1"
  shift
done
shift
while [ "$1" != -- ]; do
  # On a disk of its own.
  [ -e "$room/root$1" ] || { mkdir -p "$room/root$1"; mount --rbind "$1" "$room/root$1"; }
  shift
done
shift
mount --rbind /dev "$room/root/dev"
mount -t proc proc "$room/root/proc"
ip link set lo up
rm -f "$room/root/etc/resolv.conf"
echo nameserver 127.0.0.1 > "$room/root/etc/resolv.conf"
code=0
chroot "$room/root" "$@" || code=$?
cd "$room/upper"
# Folders that were there are here, too, where something in them has changed.
find . -type d -empty | while read -r made; do
  [ -e "/$made" ] || find "$made" -maxdepth 0 -printf '%T@ 0 %p/\\n'
done > "$list"
find . ! -type d ! -type c ! -path ./etc/resolv.conf -printf '%T@ %s %p\\n' >> "$list"
exit $code
`

let can: boolean | undefined

export function canSeal(): boolean {
  can ??=
    process.platform === 'linux' &&
    process.getuid?.() === 0 &&
    execaSync('unshare', [...apart, 'sh', '-c', 'mount -t tmpfs none /mnt && ip link set lo up'], {
      reject: false,
    }).exitCode === 0
  return can
}

export interface Room {
  /** Empty; it holds the room. */
  folder: string
  /** File in which the room lists what was written there: a line `<seconds> <bytes> ./<path>` each. */
  list: string
  /** Folders that are the same inside and outside. */
  shared: string[]
  /** Folders that must be seen in the room, should they lie on a disk of their own. */
  seen: string[]
}

/** The command that runs another one in a room. */
export function sealed(room: Room, command: string[]): [string, ...string[]] {
  const { folder, list, shared, seen } = room
  const places = [folder, list, ...shared, '--', ...seen, '--']
  return ['unshare', ...apart, 'sh', '-c', script, 'sh', ...places, ...command]
}
