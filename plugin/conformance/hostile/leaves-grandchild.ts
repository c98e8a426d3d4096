#!/usr/bin/env node
/** Exits at once, and leaves a process in a session of its own that holds its streams open. */
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'

const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
  detached: true,
  stdio: 'inherit',
})
writeFileSync('child.txt', `${child.pid}\n`)
child.unref()
process.exit(0)
