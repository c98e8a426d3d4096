import { call, type Dialect } from './dialect.ts'
import { addingPatch, updatingPatch } from './patch.ts'
import { byCommands } from './shell.ts'

// A login shell has a PATH of its own, and may find another Node.
const says = byCommands((command) => call('exec_command', { cmd: command, login: false }))

/** As it is with a model that it does not know: everything through the shell. */
export const codex: Dialect = { name: 'codex', offers: { exec_command: ['cmd', 'login'] }, says }

/** As it is with the models that it knows: files change by patches, which need whole lines. */
export const codexPatching: Dialect = {
  name: 'codex',
  offers: { exec_command: ['cmd', 'login'], apply_patch: [] },
  says: {
    ...says,
    edit(input, place) {
      const patch = input.all ? null : updatingPatch(input, place)
      return patch === null ? says.edit(input) : call('apply_patch', { input: patch })
    },
    write: (input) => call('apply_patch', { input: addingPatch(input) }),
  },
}
