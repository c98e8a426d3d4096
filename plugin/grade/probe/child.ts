/**
 * The child's entry: imports one module of a build, calls one export, answers on descriptor 3 and
 * ends. Runs in a process of its own, beside the build's code, which may do anything: what is needed
 * after the import is taken hold of before it.
 */
import { readFileSync, writeSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inspect, types } from 'node:util'
import { deserialize, serialize } from 'node:v8'
import { type Answer, headerBytes } from './answer.ts'
import type { CallSpec, Thrown } from './spec.ts'
import { encodeValue, stranger } from './value.ts'

// Imported names follow when a build replaces a builtin's function; constants do not.
const write = writeSync
const pack = serialize
const unpack = deserialize
const show = inspect
const alloc = Buffer.alloc
const isError = (value: unknown): value is Error =>
  isNativeError(value) || value instanceof BaseError
const isNativeError = types.isNativeError
const BaseError = Error
const end = process.kill.bind(process, process.pid, 'SIGKILL')
const wait = Atomics.wait

const { module, name, args } = deserialize(readFileSync(0)) as CallSpec

// At the top level, so that a promise that nothing will ever settle ends the process with code 13.
const answer = await call()
send(answer)

async function call(): Promise<Answer> {
  let exports: Record<string, unknown>
  try {
    exports = await import(pathToFileURL(resolve(module)).href)
  } catch (error) {
    return { kind: 'notLoaded', error: describe(error), where: locate(error) }
  }
  const called = exports[name]
  if (typeof called !== 'function') return { kind: 'noFunction', found: nature() }
  let value: unknown
  try {
    value = await called(...unpack(args))
  } catch (error) {
    return { kind: 'threw', error: describe(error) }
  }
  try {
    return { kind: 'returned', value: encodeValue(value) }
  } catch (error) {
    return { kind: 'notPassable', what: stranger(value) ?? describe(error).message }
  }

  function nature(): string {
    return name in exports ? `is ${kindOf(called)}, not a function` : 'is not exported'
  }
}

/** Ends without running what the build may have left to be run at exit. */
function send(answer: Answer): void {
  const body = pack(answer)
  const header = alloc(headerBytes)
  header.writeUInt32LE(body.length)
  for (const bytes of [header, body]) {
    for (let sent = 0; sent < bytes.length; ) sent += writeSome(bytes, sent)
  }
  end()
}

function writeSome(bytes: Buffer, from: number): number {
  try {
    return write(3, bytes, from)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
    wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)
    return 0
  }
}

function describe(thrown: unknown, depth = 0): Thrown {
  if (!isError(thrown)) return { name: `thrown ${kindOf(thrown)}`, message: safely(thrown) }
  const { name, message, code, cause } = thrown as Error & { code?: unknown }
  return {
    name: String(name),
    message: String(message),
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    ...(cause !== undefined && depth < 8 && { cause: describe(cause, depth + 1) }),
  }
}

function kindOf(value: unknown): string {
  return value === null ? 'null' : typeof value
}

function safely(thrown: unknown): string {
  return typeof thrown === 'string' ? thrown : show(thrown)
}

/** File and line of a syntax error stand above the message in the stack, and nowhere else. */
function locate(error: unknown): string {
  if (!isError(error) || typeof error.stack !== 'string') return ''
  return /^(file:.*|\/.*|[A-Za-z]:.*):(\d+)$/m.exec(error.stack.split('\n', 1)[0] ?? '')?.[0] ?? ''
}
