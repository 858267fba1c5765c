import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The checkout's folder. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** A file of the project: its path from the root, and a function that reads its text. */
export type ProjectFile = { readonly path: string; readonly text: () => string }

/** Files that git tracks, or would track, with a matching path. */
export function projectFiles(path: RegExp): readonly ProjectFile[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 << 20,
  })
  const deleted = execFileSync('git', ['ls-files', '--deleted', '-z'], { cwd: root, encoding: 'utf8' })
  const deletedPaths = new Set(deleted.split('\0'))
  return [...new Set(listed.split('\0'))]
    .filter((name) => name !== '' && !deletedPaths.has(name) && path.test(name))
    .map((name) => ({ path: name, text: () => readFileSync(`${root}/${name}`, 'utf8') }))
}

/** Prints each problem and makes the process fail if there is one; prints `successMessage` if there is none. */
export function report(problems: readonly string[], successMessage: string): void {
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
  else console.error(successMessage)
}
