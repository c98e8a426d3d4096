// A whole harness in thirty lines: one tool, one loop. The brief comes on standard input.
import { spawnSync } from 'node:child_process'
import { text } from 'node:stream/consumers'

const { MODEL_URL, MODEL_KEY, MODEL } = process.env
const parameters = { type: 'object', properties: { command: { type: 'string' } } }
const tools = [{ type: 'function', function: { name: 'shell', parameters } }]
const messages = [{ role: 'system', content: 'Do what is asked, with the shell.' }]

async function turn(brief, onText) {
  for (messages.push({ role: 'user', content: brief }); ; ) {
    const body = JSON.stringify({ model: MODEL, messages, tools })
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${MODEL_KEY}` }
    const answer = await fetch(`${MODEL_URL}/chat/completions`, { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`)
    const { message } = (await answer.json()).choices[0]
    messages.push(message)
    if (message.content) onText(message.content)
    if (!message.tool_calls?.length) return
    for (const { id, function: call } of message.tool_calls) {
      const { stdout, stderr } = spawnSync('sh', ['-c', JSON.parse(call.arguments).command])
      messages.push({ role: 'tool', tool_call_id: id, content: `${stdout}${stderr}` })
    }
  }
}

if (process.argv.includes('--acp')) await (await import('./acp-door.mjs')).serve(turn)
else await turn(await text(process.stdin), console.log)
