import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { startProcess } from './child-process.ts'
import { type BlockRunner, createBlockRunner } from './run-blocks.ts'

export type CommandFolder = Omit<BlockRunner, 'stopAll'> & {
  /** The folder in which commands run. */
  readonly path: string
  readonly close: () => Promise<void>
}

type Options = {
  /** How the shell starts `drawbridge`: a file, or a program with its first arguments. */
  readonly command: string
  /** Texts of the document, such as ports, and their replacements. */
  readonly replacements: Readonly<Record<string, string>>
  /** Variables for settings that the document leaves at their defaults. */
  readonly environment?: Readonly<Record<string, string>>
}

/** An empty folder in which blocks of a document run, with `drawbridge` in the path and without the caller's environment. */
export function openCommandFolder({ command, replacements, environment = {} }: Options): CommandFolder {
  const root = mkdtempSync(join(tmpdir(), 'drawbridge-commands-'))
  const [path, programs] = [join(root, 'site'), join(root, 'bin')]
  mkdirSync(path)
  mkdirSync(programs)
  const program = join(programs, 'drawbridge')
  writeFileSync(program, `#!/bin/sh\nexec ${command} "$@"\n`)
  chmodSync(program, 0o755)
  const env = {
    PATH: [programs, dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(':'),
    HOME: root,
    ...environment,
  }
  const { stopAll, ...runner } = createBlockRunner(
    {
      start: (script) => startProcess('/bin/bash', ['-euo', 'pipefail', '-c', script], { cwd: path, env }),
      write: (name, text) => writeFileSync(join(path, name), text),
    },
    replacements,
  )
  return {
    ...runner,
    path,
    close: async () => {
      await stopAll()
      rmSync(root, { recursive: true, force: true })
    },
  }
}
