import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryTree } from '../../../plugin/tree/fixtures/temporary-tree.ts'
import { inputs, options } from '../../loop.ts'
import { calling, following, overhearing, readChat, run, setting } from '../fixtures/setting.ts'

const answers = [
  { about: 'delete|remove', answer: 'No, keep them.' },
  { about: '^which', answer: 'The first.' },
]
const questions = ['May I DELETE them?', 'Which one?', 'Of which kind?']

async function asking(given: Record<string, unknown>, suiteFolder = '') {
  const turns = [
    ...questions.map((question) => calling({ ask: { question } })),
    calling({ finish: { summary: '' } }),
  ]
  const { url, requests } = await overhearing(await following(turns))
  const { build, context, log } = await setting(url, given)
  const suite = { folder: suiteFolder, seed: '', reference: '' }
  await run(build, 'Go.', { ...context, suite })
  return { log: log(), ...readChat(requests[0]) }
}

const told = `> ask {"question":"May I DELETE them?"}
No, keep them.

> ask {"question":"Which one?"}
The first.

> ask {"question":"Of which kind?"}
I cannot tell you more than what I wrote. Decide as you think best, and say what you decided.
`

test('a scripted user answers by what the question is about, and the transcript has it', async () => {
  const { log, tools, system } = await asking({ ask: true, answers })
  expect(log.replaceAll(/^\n/gm, '').replaceAll(/\n(?=> )/g, '\n\n')).toContain(told)
  expect(tools.at(-1)).toBe('ask')
  expect(system).toContain('ask with `ask`')
  expect(system).not.toContain('Nobody answers')
})

test('the answers may stand in a file of the suite, on which samples depend', async () => {
  const folder = await temporaryTree({
    'scripts/answers.yaml':
      '- { about: delete|remove, answer: "No, keep them." }\n- answer: Anything.\n',
    'scripts/wrong.yaml': '- { about: "(", answer: x }\n',
  })
  const parsed = (file: string, ask = true) => options.parse({ ask, answers: `scripts/${file}` })
  const suite = { folder, seed: '', reference: '' }
  const { log } = await asking({ ask: true, answers: 'scripts/answers.yaml' }, folder)
  expect(log).toContain('No, keep them.')
  expect(log.match(/Anything\./g)).toHaveLength(2)
  expect(inputs(parsed('answers.yaml'), suite)).toEqual([path.join(folder, 'scripts/answers.yaml')])
  expect(inputs(parsed('none.yaml', false), suite)).toEqual([])
  expect(() => inputs(parsed('none.yaml'), suite)).toThrow(
    /^`options\.answers`: the file scripts\/none\.yaml of the suite .* cannot be read: ENOENT/,
  )
  expect(() => inputs(parsed('wrong.yaml'), suite)).toThrow(
    /scripts\/wrong\.yaml of the suite .* holds no answers: .*no regular expression/,
  )
  expect(() => options.parse({ answers: [{ about: '(', answer: 'x' }] })).toThrow('no regular')
  await writeFile(path.join(folder, 'scripts/empty.yaml'), '')
  expect(() => inputs(parsed('empty.yaml'), suite)).toThrow('holds no answers')
})

test('without it nobody is there to be asked', async () => {
  const { log, tools } = await asking({ answers })
  expect(tools).not.toContain('ask')
  expect(log).toContain("unavailable tool 'ask'")
})
