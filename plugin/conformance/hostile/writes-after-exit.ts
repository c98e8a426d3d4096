#!/usr/bin/env node
/** Has a process of its own write into the build shortly after its own exit. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

const folder = process.cwd()
const late = `
const { writeFileSync } = require('node:fs')
const [parent, folder] = process.argv.slice(1)
writeFileSync(folder + '/early.txt', 'early')
setInterval(() => {
  try {
    process.kill(Number(parent), 0)
  } catch {
    setTimeout(() => writeFileSync(folder + '/late.txt', 'late'), 400)
  }
}, 20)`
spawn(process.execPath, ['-e', late, String(process.pid), folder], {
  detached: true,
  stdio: 'ignore',
}).unref()
while (!existsSync(path.join(folder, 'early.txt'))) await new Promise((go) => setTimeout(go, 20))
process.exit(0)
