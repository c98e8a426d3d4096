#!/usr/bin/env node
/** Changes its folder away, and moves the one that it was given. */
import { existsSync, renameSync } from 'node:fs'
import path from 'node:path'

const folder = process.cwd()
process.chdir('/')
// Whoever starts this in a folder of his own keeps it where it is.
if (existsSync(path.join(folder, 'conformance-mark.txt'))) renameSync(folder, `${folder}-elsewhere`)
