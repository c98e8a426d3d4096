#!/usr/bin/env node
/** Ignores every signal that can be ignored, and goes on for ever. */

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGPIPE'] as const)
  process.on(signal, () => {})
console.log('I stay.')
setInterval(() => {}, 1000)
