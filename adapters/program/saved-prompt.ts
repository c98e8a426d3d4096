/**
 * Brings a brief to a model as it is, through programs of the family of Gemini CLI: they read the files
 * that a prompt names behind `@`, and take what begins with a slash for a command. A prompt that the
 * user has saved under a name is left alone but for three signs. In the adapter's process.
 */

/** Whether such a program would understand anything of it. */
export const isUnderstood = (brief: string) => brief.includes('@') || brief.startsWith('/')

/**
 * A command without a command, `!{}`: nothing comes of it. It stands between the two characters of what
 * would be understood: `!{` runs, `@{` reads a file, `{{args}}` is what stands behind the name.
 */
const NOTHING = '!{}'

/** The text of a saved prompt whose outcome is the brief, byte for byte. */
export const savedPrompt = (brief: string) =>
  brief.replace(/[!@](?=\{)|\{(?=\{args\}\})/g, (sign) => sign + NOTHING)

/** As a TOML file, which keeps line endings and what stands at both ends. */
export const savedPromptInToml = (brief: string) =>
  // JSON’s escapes are TOML’s, but for one character that JSON lets stand.
  `prompt = ${JSON.stringify(savedPrompt(brief)).replaceAll('\x7f', '\\u007f')}\n`
