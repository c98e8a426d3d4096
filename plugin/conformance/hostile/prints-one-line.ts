#!/usr/bin/env node
/** Prints a hundred megabytes without a line's end. */
import { once } from 'node:events'

const part = Buffer.alloc(1_000_000, 'x')
for (let printed = 0; printed < 100; printed++)
  if (!process.stdout.write(part)) await once(process.stdout, 'drain')
