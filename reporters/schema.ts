/** The JSON Schema of a record, which is published as `harnessbench/record.schema.json`; build time. */
import * as z from 'zod'
import { RECORD_FORMAT, recordSchema } from '../plugin/record/schema.ts'

/**
 * @returns a plain value in draft 2020-12, to be written as JSON. It allows further properties: a
 * later version may add some without another format.
 */
export function recordJsonSchema() {
  return {
    title: `harnessbench record, format ${RECORD_FORMAT}`,
    description: 'One sample: what was asked, what happened, and the verdict of every assertion.',
    ...z.toJSONSchema(recordSchema, { target: 'draft-2020-12', io: 'input' }),
  }
}
