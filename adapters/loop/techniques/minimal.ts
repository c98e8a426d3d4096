/** The technique `tools: minimal`: what the shell can do as well is no tool of its own. */
export const minimalTools = ['read', 'write', 'edit', 'run', 'finish']
