/** Kills the children that still run when this process exits. Runs in the main process. */

const running = new Set<number>()
let installed = false

/** From now on `pid`, the head of a process group, does not outlive this process. */
export function guard(pid: number): void {
  running.add(pid)
  if (installed) return
  installed = true
  process.on('exit', () => {
    for (const pid of running) killGroup(pid)
  })
}

export function unguard(pid: number): void {
  running.delete(pid)
}

function killGroup(pid: number): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL')
  } catch {
    // ended meanwhile
  }
}
