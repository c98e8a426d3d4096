import { expect, onTestFinished, test } from 'vitest'
import type { Script } from './script.ts'
import { startScripted } from './server.ts'

function saying(text: string, turns = 2): Script {
  const usage = { input: 30, cacheRead: 12, output: 5 }
  return {
    does: text,
    turns: Array.from({ length: turns }, (_, index) => ({
      say: `${text} ${index}`,
      calls: [{ look: { at: index } }, { look: { at: 'again' } }],
      usage,
    })),
  }
}

async function started(scripts: Record<string, Script>) {
  const scripted = await startScripted(scripts)
  onTestFinished(scripted.close)
  return async (way: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${scripted.url}/${way}`, {
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json', ...headers },
    })
    return { status: response.status, body: await response.text() }
  }
}

const user = { role: 'user', content: 'Go.' }
const chat = (messages: unknown[]) => ({ model: 'shopkit', messages: [user, ...messages] })

test('the address decides which script is followed, and the conversation at which turn', async () => {
  const ask = await started({ 's/T1.1': saying('one'), 's/T1.11': saying('eleven') })
  const past = [{ role: 'assistant', content: 'one 0' }, user]
  // At once, and again: no state is kept between requests.
  const answers = await Promise.all([
    ask('s/T1.1/v1/chat/completions', chat([])),
    ask('s/T1.11/v1/chat/completions', chat(past)),
    ask('s/T1.1/v1/chat/completions', chat(past)),
    ask('s/T1.1/v1/chat/completions', chat(past), { 'x-aimock-context': 's/T1.11' }),
  ])
  const said = answers.map(({ body }) => JSON.parse(body).choices[0].message.content)
  expect(said).toEqual(['one 0', 'eleven 1', 'one 1', 'one 1'])
  expect(JSON.parse(answers[0]?.body as string)).toMatchObject({
    model: 'scripted/shopkit',
    usage: {
      prompt_tokens: 42,
      completion_tokens: 5,
      prompt_tokens_details: { cached_tokens: 12 },
    },
    choices: [{ finish_reason: 'tool_calls', message: { tool_calls: [{}, {}] } }],
  })
})

test('a script that is over says so, and is not asked again', async () => {
  const ask = await started({ 's/T1.1': saying('one', 1) })
  const { status, body } = await ask(
    's/T1.1/v1/chat/completions',
    chat([{ role: 'assistant', content: '' }]),
  )
  expect(status).toBe(400)
  expect(body).toContain('the script ends after 1 answers')
})

test('only models are behind the address, and only where a script is', async () => {
  const ask = await started({ 's/T1.1': saying('one') })
  for (const way of [
    'v1/chat/completions',
    's/T1.2/v1/chat/completions',
    's/T1.1',
    's/T1.1/__aimock/journal',
    's/T1.1/v1/../__aimock/journal',
    's/T1.1/v1/%2e%2e/__aimock/journal',
    's/T1.1/v1/files',
    's/T1.1/v1/embeddings',
    '__aimock/journal',
  ])
    expect(await ask(way)).toMatchObject({
      status: 404,
      body: expect.stringContaining('no script'),
    })
  expect((await ask('s/T1.1/v1/models')).status).toBe(200)
})
