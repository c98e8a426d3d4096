/** What a person sees in the terminal after a run: controls, a refusal, figures. Main process. */
export { controlTable, problemTable } from './terminal/controls.ts'
export { suiteTable } from './terminal/suite.ts'
