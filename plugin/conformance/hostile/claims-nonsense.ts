#!/usr/bin/env node
/** Says that it used what nobody can use. */

console.log('{"type":"usage","id":"1","input":-5,"output":2.5,"cost":NaN}')
console.log('{"type":"usage","id":"1","input":-5,"output":2.5,"cost":-1}')
console.log('{"type":"usage","id":"2","input":1e400,"output":null,"cost":"0.1"}')
console.log('{"type":"done"}')
