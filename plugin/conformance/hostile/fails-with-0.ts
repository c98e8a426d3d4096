#!/usr/bin/env node
/** Fails, and says so to nobody who only looks at exit codes. */

console.log(JSON.stringify({ type: 'error', message: 'nothing was done', is_error: true }))
console.error('Error: nothing was done')
process.exit(0)
