// The Agent Client Protocol, as far as a conversation needs it: JSON-RPC, a message a line.
import { createInterface } from 'node:readline'

export async function serve(turn) {
  const send = (what) => console.log(JSON.stringify({ jsonrpc: '2.0', ...what }))
  const say = (text) => ({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } })
  const answers = {
    initialize: () => ({ protocolVersion: 1, agentCapabilities: {} }),
    'session/new': () => ({ sessionId: '1' }),
    async 'session/prompt'({ sessionId, prompt }) {
      const update = (text) =>
        send({ method: 'session/update', params: { sessionId, update: say(text) } })
      await turn(prompt.map(({ text }) => text).join(''), update)
      return { stopReason: 'end_turn' }
    },
  }
  for await (const line of createInterface({ input: process.stdin })) {
    const { id, method, params } = JSON.parse(line)
    if (answers[method]) send({ id, result: await answers[method](params) })
  }
}
