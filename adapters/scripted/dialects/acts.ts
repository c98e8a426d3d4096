/**
 * What a script can do, whatever the harness: the calls of the loop's tools, by which scripts are
 * written. Runs in the main process.
 */
import * as z from 'zod'

const place = z.string().min(1)

const schemas = {
  read: z.strictObject({ path: place, from: z.int().min(1).optional() }),
  list: z.strictObject({ path: place.default('.') }),
  search: z.strictObject({ text: z.string().min(1), path: place.default('.') }),
  edit: z.strictObject({
    path: place,
    old: z.string().min(1),
    new: z.string(),
    all: z.boolean().default(false),
  }),
  write: z.strictObject({ path: place, content: z.string() }),
  run: z.strictObject({ command: z.string().min(1) }),
}

export type Acts = { [Act in keyof typeof schemas]: z.output<(typeof schemas)[Act]> }

export type Act = { [Name in keyof Acts]: { act: Name; input: Acts[Name] } }[keyof Acts]

/** @throws where it is none that other harnesses have tools for, such as `note` */
export function readAct(name: string, input: unknown): Act {
  const schema = schemas[name as keyof typeof schemas]
  if (schema === undefined)
    throw new Error(
      `the script calls ${name}; of other harnesses only ${Object.keys(schemas).join(', ')} and finish can be asked`,
    )
  const { success, data, error } = schema.safeParse(input)
  if (!success) throw new Error(`the script calls ${name} wrongly: ${z.prettifyError(error)}`)
  return { act: name, input: data } as Act
}
