#!/usr/bin/env node
/** Prints bytes that are no text, beside some that begin like an event. */

process.stdout.write(
  Buffer.from('{"type":"\xff\xfe\xc0\x80\x00\xed\xa0\x80"}\n[\n{\n"\n\xf0\x9f', 'latin1'),
)
