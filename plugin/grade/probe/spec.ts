/** What can be asked of a build, and what can come back. Plain values; any process. */

/** Calls an exported function: `module` is relative to the build, with `/` between folders. */
export type CallSpec = {
  kind: 'call'
  module: string
  /** Name of the export; `default` for the default one. */
  name: string
  /** `v8.serialize` of the array of arguments. */
  args: Uint8Array
}

/** Runs a command in the build; `node` as its first word is the Node that the benchmark runs on. */
export type RunSpec = {
  kind: 'run'
  argv: string[]
  stdin?: string
  /** Added to the fixed environment. */
  env?: Record<string, string>
}

export type ProbeSpec = CallSpec | RunSpec

/** Something that was thrown. Where the build lay is replaced by `<build>` in all texts. */
export type Thrown = {
  /** The error's `name`; for what is not an error, `thrown` and its type: `thrown string`. */
  name: string
  message: string
  code?: string | number
  cause?: Thrown
}

export type Returned = {
  status: 'returned'
  /** For `decodeValue`; `v8.deserialize` reads it too, but forgets names and fields of errors. */
  value: Uint8Array
}

export type Ran = {
  status: 'ran'
  exitCode: number | null
  signal: string | null
  /** The first megabyte, with `<build>` where the build lay. */
  stdout: string
  stderr: string
  /** Bytes that came after what was kept. */
  cut: { stdout: number; stderr: number }
}

export type ProbeResult =
  | Returned
  | { status: 'threw'; error: Thrown }
  | Ran
  /** The build is to blame: it does not load, ends early, hangs, gives what cannot be passed on. */
  | { status: 'failed'; reason: string }
  /** The apparatus is to blame: nothing is known about the build. */
  | { status: 'ungraded'; reason: string }
