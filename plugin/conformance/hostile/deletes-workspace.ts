#!/usr/bin/env node
/** Deletes the very folder that it was given to work in. */
import { existsSync, rmSync } from 'node:fs'
import path from 'node:path'

const folder = process.cwd()
process.chdir('/')
// Whoever starts this in a folder of his own keeps it.
if (existsSync(path.join(folder, 'conformance-mark.txt'))) rmSync(folder, { recursive: true })
