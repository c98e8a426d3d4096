import { expect, test } from 'vitest'
import { figures } from './figures.ts'
import { factorialPlan, factorialRecords } from './fixtures/factorial.ts'
import { publishedPlan, publishedRecords, record } from './fixtures/records.ts'
import { markdown } from './markdown.ts'

test('the published runs', () => {
  expect(markdown(figures(publishedPlan, publishedRecords()))).toMatchInlineSnapshot(`
    "### shopkit: 30 of 30 samples measured

    Experiment published, 3 repetitions.

    | condition | change, mean over tasks | regress | solved | cost per solved | litter |
    | --- | --- | --- | --- | --- | --- |
    | bare | 0.961 \\[0.456, 0.996\\] | 1.000 (15 of 15) | 12 of 15 | \\$0.0076 | 5 of 15 |
    | brain+plan | 0.928 \\[0.440, 0.984\\] | 1.000 (15 of 15) | 10 of 15 | \\$0.0125 | 10 of 15 |

    **Compared**

    - brain+plan − bare, change: −0.033 \\[−0.254, +0.198\\], not distinguishable (this design sees 0.24 and more)
    "
  `)
})

test('a factorial: what is different, what is not, what was predicted, that twins were checked', () => {
  expect(markdown(figures(factorialPlan, factorialRecords()))).toMatchInlineSnapshot(`
    "### shopkit: 75 of 75 samples measured

    Experiment published, 3 repetitions.

    | condition | change, mean over tasks | regress | solved | cost per solved | litter |
    | --- | --- | --- | --- | --- | --- |
    | loop.plain (scripted) | 0.994 \\[0.473, 1.000\\] | 1.000 (15 of 15) | 14 of 15 | \\$0.0107 | 0 of 15 |
    | loop.map (scripted) | 0.994 \\[0.473, 1.000\\] | 1.000 (15 of 15) | 14 of 15 | \\$0.0214 | 0 of 15 |
    | loop.plan (scripted) | 0.894 \\[0.412, 0.993\\] | 1.000 (15 of 15) | 11 of 15 | \\$0.0409 | 0 of 15 |
    | loop.map-plan (scripted) | 0.894 \\[0.412, 0.993\\] | 1.000 (15 of 15) | 11 of 15 | \\$0.0545 | 0 of 15 |
    | loop.plain.twin (scripted) | 0.994 \\[0.473, 1.000\\] | 1.000 (15 of 15) | 14 of 15 | \\$0.0536 | 0 of 15 |

    **Compared**

    - map, change: 0.000 \\[−0.117, +0.117\\], not distinguishable (this design sees 0.02 and more)
    - plan, change: −0.100 \\[−0.229, 0.000\\], not distinguishable (this design sees 0.14 and more)
    - map × plan, change: 0.000 \\[−0.219, +0.219\\], not distinguishable (this design sees 0.05 and more)
    - plan, change on T3: −0.500 \\[−0.730, 0.000\\], **different**
    - Checked, one condition under two names (loop.plain − loop.plain.twin): not distinguishable on change and regress, as it must be.

    **Predictions**

    - **held**: the plan does harm on T3 (−0.500 \\[−0.730, 0.000\\])
    - **not decidable with these repetitions**: the map helps (0.000 \\[−0.117, +0.117\\])
    - **falsified**: the plan helps on T3 (−0.500 \\[−0.730, 0.000\\])
    - **held**: plain solves most (0.994 \\[0.473, 1.000\\])
    "
  `)
})

test('of many notes a few are shown, and the rest is counted', () => {
  const text = markdown(
    figures(
      publishedPlan,
      publishedRecords().map((one) => ({ ...one, outcome: 'timedOut' })),
    ),
  )
  expect(text.match(/^- timedOut: /gm)).toHaveLength(5)
  expect(text).toContain('- further: and 25 more: see the report\n')
})

test('names and reasons are text', () => {
  const plan = { ...publishedPlan, conditions: ['a|b*c'] }
  const odd = record({ condition: 'a|b*c', outcome: 'crashed', reason: '<img src=x> `rm`\n# no' })
  const text = markdown(figures(plan, [odd]))
  expect(text).toContain('| a\\|b\\*c |')
  expect(text).toContain('\\<img src=x\\> \\`rm\\` \\# no')
})

test('nothing asked for, nothing said', () => {
  expect(markdown(figures({ ...publishedPlan, selected: [] }, []))).toBe('')
})
