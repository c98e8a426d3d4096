#!/usr/bin/env node
/** Prints all that it was given: its arguments, its environment. */

console.log(JSON.stringify({ arguments: process.argv, environment: process.env }))
console.error(JSON.stringify(process.env))
