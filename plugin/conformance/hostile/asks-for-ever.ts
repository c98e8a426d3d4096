#!/usr/bin/env node
/** Asks the user, and waits for an answer: beyond the end of its input, too. */

process.stdout.write('May I go on? [y/N] ')
process.stdin.resume()
setInterval(() => {}, 1000)
