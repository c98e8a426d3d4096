/**
 * How the hostile programs begin: they call the model once, where they are told of one.
 * In a process that a harness's adapter started.
 *
 *     <program> [<base URL of the model> <key>]
 */

/** @returns its place in the file system before anything was done */
export async function begin(): Promise<string> {
  const folder = process.cwd()
  const [url, key = ''] = process.argv.slice(2)
  if (url?.startsWith('http://')) {
    const body = { model: 'hostile', messages: [{ role: 'user', content: 'What now?' }] }
    const answer = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
    })
    await answer.text()
  }
  return folder
}
