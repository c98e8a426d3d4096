/** Of any harness that runs commands and whose other tools nobody has told us of. Main process. */

import type { Acts } from './acts.ts'
import { commandOf } from './commands.ts'
import { type Call, call, type Dialect } from './dialect.ts'

type ByCommands = { [Name in keyof Acts]: (input: Acts[Name]) => Call }

/** All that a script says, by one tool that runs commands. */
export function byCommands(run: (command: string) => Call): ByCommands {
  return {
    read: (input) => run(commandOf.read(input)),
    list: (input) => run(commandOf.list(input)),
    search: (input) => run(commandOf.search(input)),
    edit: (input) => run(commandOf.edit(input)),
    write: (input) => run(commandOf.write(input)),
    run: (input) => run(commandOf.run(input)),
  }
}

/** @param tool the one that runs commands; @param parameter the one that takes the command, a text or a list of words */
export function shell(tool: string, parameter: string, isList: boolean): Dialect {
  return {
    name: 'shell',
    offers: { [tool]: [parameter] },
    says: byCommands((command) =>
      call(tool, { [parameter]: isList ? ['sh', '-c', command] : command }),
    ),
  }
}
