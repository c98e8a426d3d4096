/** What reads records, as `harnessbench/record`: their shape, and the JSON lines that a run writes. */
export { readJsonl } from '../../reporters/jsonl.ts'
export * from './schema.ts'
