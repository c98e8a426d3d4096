/** Kills a process tree on Windows, where neither groups nor environments can be looked at. */
import { execFile } from 'node:child_process'
import type { Family } from './family.ts'

/** @returns how many trees were killed; a first process that has ended leaves no tree to follow. */
export function killTree({ pid, ended }: Family): Promise<number> {
  if (pid === null || ended) return Promise.resolve(0)
  return new Promise((resolve) => {
    execFile('taskkill', ['/pid', String(pid), '/T', '/F'], (error) => resolve(error ? 0 : 1))
  })
}
