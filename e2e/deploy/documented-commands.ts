import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type RunningProcess, startProcess } from './child-process.ts'
import type { Block } from './documented-blocks.ts'
import { request } from './https-client.ts'
import { pollUntil } from './poll-until.ts'

export type CommandFolder = {
  /** The folder in which commands run. */
  readonly path: string
  /** A text of the document with this machine's ports and databases. */
  readonly adapted: (text: string) => string
  /** Does what a block says. @throws Error with the line, the command and what it printed when it fails */
  readonly execute: (block: Block) => Promise<void>
  /** Runs a shell command, and returns what it prints. @throws Error when its exit code is not 0 */
  readonly shell: (command: string) => Promise<string>
  /** Stops what the block of a URL started. */
  readonly stop: (url: string) => Promise<void>
  readonly close: () => Promise<void>
}

type Options = {
  /** How the shell starts `drawbridge`: a file, or a program with its first arguments. */
  readonly command: string
  /** Texts of the document, such as ports, and what stands for them here. */
  readonly replacements: Readonly<Record<string, string>>
  /** Variables for what the document leaves at its default. */
  readonly environment?: Readonly<Record<string, string>>
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Replaces every key by its value, and nothing in what was put in. */
function replacer(replacements: Readonly<Record<string, string>>): (text: string) => string {
  const pattern = new RegExp(Object.keys(replacements).map(escaped).join('|'), 'g')
  return (text) => text.replaceAll(pattern, (found) => replacements[found] ?? found)
}

/**
 * An empty folder in which blocks of a document run, with `drawbridge` on the path and nothing of the caller's
 * environment.
 */
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
  const started = new Map<string, RunningProcess>()
  const adapted = replacer(replacements)
  const bash = (script: string) =>
    startProcess('/bin/bash', ['-euo', 'pipefail', '-c', script], { cwd: path, env })

  async function shell(script: string): Promise<string> {
    const running = bash(script)
    if ((await running.exitCode) !== 0) throw new Error(`This failed:\n${script}\n${running.output()}`)
    return running.output()
  }

  async function start(url: string, script: string): Promise<void> {
    await started.get(url)?.stop()
    const running = bash(script)
    started.set(url, running)
    await pollUntil(async () => {
      if (running.hasEnded()) return
      const { status } = await request(url)
      if (status !== 200) throw new Error(`${url} answers ${status}`)
    })
    if (running.hasEnded()) throw new Error(`This ended:\n${script}\n${running.output()}`)
  }

  async function execute({ mark, target, text, line }: Block): Promise<void> {
    const [here, script] = [adapted(target), adapted(text)]
    try {
      if (mark === 'file') writeFileSync(join(path, here), script)
      else if (mark === 'start') await start(here, script)
      else await shell(script)
    } catch (error) {
      throw new Error(`Line ${line}: ${error instanceof Error ? error.message : error}`, { cause: error })
    }
  }

  return {
    path,
    adapted,
    execute,
    shell,
    stop: async (url) => started.get(url)?.stop(),
    close: async () => {
      await Promise.all([...started.values()].map((running) => running.stop()))
      rmSync(root, { recursive: true, force: true })
    },
  }
}
