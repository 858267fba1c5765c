import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { vi } from 'vitest'
import { builtProgram } from './built-server.ts'
import { type RunningProcess, startProcess } from './child-process.ts'
import type { Block } from './documented-blocks.ts'
import { request } from './https-client.ts'

export type CommandFolder = {
  /** A text of the document with this machine's ports and databases. */
  readonly adapted: (text: string) => string
  /** Does what a block says. @throws Error with the line, the command and what it printed when it fails */
  readonly execute: (block: Block) => Promise<void>
  /** Runs a shell command, and returns what it prints. @throws Error when its exit code is not 0 */
  readonly shell: (command: string) => Promise<string>
  readonly close: () => Promise<void>
}

/**
 * An empty folder in which blocks of a document run, with the built `drawbridge` on the path and nothing of the caller's
 * environment.
 * @param replacements texts of the document, such as ports, and what stands for them here.
 * @param environment variables for what the document leaves at its default.
 */
export function openCommandFolder(
  replacements: Readonly<Record<string, string>>,
  environment: Readonly<Record<string, string>> = {},
): CommandFolder {
  const root = mkdtempSync(join(tmpdir(), 'drawbridge-commands-'))
  const [folder, programs] = [join(root, 'site'), join(root, 'bin')]
  mkdirSync(folder)
  mkdirSync(programs)
  const program = join(programs, 'drawbridge')
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${builtProgram()}' "$@"\n`)
  chmodSync(program, 0o755)
  const env = {
    PATH: [programs, dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(':'),
    HOME: root,
    ...environment,
  }
  const started = new Map<string, RunningProcess>()

  const adapted = (text: string): string =>
    Object.entries(replacements).reduce((now, [from, to]) => now.replaceAll(from, to), text)
  const bash = (script: string) =>
    startProcess('/bin/bash', ['-euo', 'pipefail', '-c', script], { cwd: folder, env })

  async function shell(command: string): Promise<string> {
    const running = bash(command)
    if ((await running.exitCode) !== 0) throw new Error(`This failed:\n${command}\n${running.output()}`)
    return running.output()
  }

  async function start(url: string, command: string): Promise<void> {
    await started.get(url)?.stop()
    const running = bash(command)
    started.set(url, running)
    await vi.waitFor(
      async () => {
        if (running.hasEnded()) return
        const { status } = await request(url)
        if (status !== 200) throw new Error(`${url} answers ${status}`)
      },
      { timeout: 20_000, interval: 50 },
    )
    if (running.hasEnded()) throw new Error(`This ended:\n${command}\n${running.output()}`)
  }

  async function execute({ mark, target, text, line }: Block): Promise<void> {
    const [here, command] = [adapted(target), adapted(text)]
    try {
      if (mark === 'file') writeFileSync(join(folder, here), command)
      else if (mark === 'start') await start(here, command)
      else await shell(command)
    } catch (error) {
      throw new Error(`Line ${line}: ${error instanceof Error ? error.message : error}`, { cause: error })
    }
  }

  return {
    adapted,
    execute,
    shell,
    close: async () => {
      await Promise.all([...started.values()].map((running) => running.stop()))
      rmSync(root, { recursive: true, force: true })
    },
  }
}
