/** Why nothing was run: what a person must mend first. The message is all that there is to read. */

/** The controls found problems. */
export class Refusal extends Error {
  override name = 'Refusal'

  constructor(message: string) {
    super(message)
    // Where in our code it was thrown would only hide the message.
    this.stack = message
  }
}

/** Errors that are for the user to mend, told without a stack. */
export function isForTheUser(error: { name?: string }): boolean {
  return error.name === 'Refusal' || error.name === 'ConfigurationError'
}
