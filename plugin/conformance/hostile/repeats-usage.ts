#!/usr/bin/env node
/** Tells each frame of its usage three times. */

for (const id of ['1', '2'])
  for (let told = 0; told < 3; told++)
    console.log(JSON.stringify({ type: 'usage', id, input: 10, output: 5, cost: 0.25 }))
console.log('{"type":"done"}')
