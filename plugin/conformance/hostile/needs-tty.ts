#!/usr/bin/env node
/** Works at a terminal only. */
import { openSync } from 'node:fs'

try {
  openSync('/dev/tty', 'r+')
  process.exit(0)
} catch {
  console.error('Error: stdin is not a terminal')
  process.exit(1)
}
