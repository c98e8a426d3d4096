import { expect, onTestFinished, test } from 'vitest'
import { mapHeading, planHeading } from '../loop/techniques/headings.ts'
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

const tools = (...names: string[]) => ({
  tools: names.map((name) => ({ type: 'function', function: { name, parameters: {} } })),
})
const user = { role: 'user', content: 'Go.' }
const chat = (messages: unknown[]) => ({
  model: 'shopkit',
  messages: [user, ...messages],
  ...tools('look'),
})

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

const turn = (say: string) => ({ say, calls: [] })
const asked = (system: string, text: string) => ({
  model: 'm',
  messages: [
    { role: 'system', content: system },
    { role: 'user', content: text },
  ],
})

test('the answer depends on what a request holds: a plan to make or to follow, a map', async () => {
  const script = {
    does: 'a test',
    turns: [turn('works')],
    planning: [turn('plans')],
    planned: [turn('follows')],
    mapped: { planned: [turn('follows with a map')], turns: [turn('works with a map')] },
  }
  const ask = await started({ one: script, two: { does: 'a test', turns: script.turns } })
  const said = async (name: string, body: unknown) => {
    const { status, body: answer } = await ask(`${name}/v1/chat/completions`, body)
    return status === 200 ? JSON.parse(answer).choices[0].message.content : status
  }
  const map = `Work.\n\n${mapHeading}\n\na.ts`
  const plan = `Go.\n\n${planHeading}\n\n1. Go.`
  const working = tools('read', 'edit')
  const cases = [
    { ...asked('', 'Go.'), ...working },
    { ...asked('', 'Go.'), ...tools('read', 'plan') },
    { ...asked('', plan), ...working },
    { ...asked(map, 'Go.'), ...working },
    { ...asked(map, 'Go.'), ...tools('read', 'plan') },
    { ...asked(map, plan), ...working },
    // Nobody is asked for a plan who may edit, and who quotes a map has none.
    { ...asked('', 'Go.'), ...tools('plan', 'edit') },
    asked('', map),
  ]
  expect(await Promise.all(cases.map((body) => said('one', body)))).toEqual([
    'works',
    'plans',
    'follows',
    'works with a map',
    'plans',
    'follows with a map',
    'works',
    'works',
  ])
  const works = ['works', 400, 'works', 'works', 400, 'works', 'works', 'works']
  expect(await Promise.all(cases.map((body) => said('two', body)))).toEqual(works)
})

test('tokens that a script does not name are a fourth of the characters, those sent before are cached', async () => {
  const ask = await started({ one: { does: 'a test', turns: [turn('Yes.'), turn('No.')] } })
  const usage = async (messages: unknown[]) => {
    const { body } = await ask('one/v1/chat/completions', {
      model: 'm',
      messages,
      ...tools('read'),
    })
    const { prompt_tokens, completion_tokens, prompt_tokens_details } = JSON.parse(body).usage
    return [prompt_tokens, prompt_tokens_details?.cached_tokens ?? 0, completion_tokens]
  }
  const first = [{ role: 'user', content: 'x'.repeat(4000) }]
  // 4000 characters, and about a hundred of what is around them; {"content":"Yes."} is 18.
  const [prompt = 0, ...more] = await usage(first)
  expect(more).toEqual([0, 5])
  expect(prompt).toBeGreaterThan(1000)
  expect(prompt).toBeLessThan(1060)
  const second = [
    ...first,
    { role: 'assistant', content: 'Yes.' },
    { role: 'user', content: 'y'.repeat(400) },
  ]
  const [then = 0, cached, output] = await usage(second)
  expect([cached, output]).toEqual([1024, 5])
  expect(then - prompt).toBeGreaterThan(100)
  expect(then - prompt).toBeLessThan(130)
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
