import type { RunningProcess } from './child-process.ts'
import type { Block } from './documented-blocks.ts'
import { request } from './https-client.ts'
import { pollUntil } from './poll-until.ts'

/** The environment in which the commands of a document run. */
export type CommandEnvironment = {
  /** Starts a bash script, which stops at the first command that fails. */
  readonly start: (script: string) => RunningProcess
  readonly write: (name: string, text: string) => void
}

export type BlockRunner = {
  /** Replaces the document's ports and databases in a text by those of this machine. */
  readonly adapt: (text: string) => string
  /** Executes a block. @throws Error with the line, the command and its output if it fails */
  readonly execute: (block: Block) => Promise<void>
  /** Runs a shell command, and returns its output. @throws Error if its exit code is not 0 */
  readonly shell: (command: string) => Promise<string>
  /** Stops the process that the block of a URL started. */
  readonly stop: (url: string) => Promise<void>
  readonly stopAll: () => Promise<void>
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Replaces every key by its value; replacements are not replaced again. */
function replacer(replacements: Readonly<Record<string, string>>): (text: string) => string {
  const pattern = new RegExp(Object.keys(replacements).map(escaped).join('|'), 'g')
  return (text) => text.replaceAll(pattern, (found) => replacements[found] ?? found)
}

/**
 * Runs blocks of a document in an environment.
 * @param replacements texts of the document, such as ports, and their replacements there.
 */
export function createBlockRunner(
  environment: CommandEnvironment,
  replacements: Readonly<Record<string, string>>,
): BlockRunner {
  const started = new Map<string, RunningProcess>()
  const adapt = replacer(replacements)

  async function shell(script: string): Promise<string> {
    const running = environment.start(script)
    if ((await running.exitCode) !== 0) throw new Error(`This failed:\n${script}\n${running.output()}`)
    return running.output()
  }

  async function start(url: string, script: string): Promise<void> {
    await started.get(url)?.stop()
    const running = environment.start(script)
    started.set(url, running)
    await pollUntil(async () => {
      if (running.hasEnded()) return
      const { status } = await request(url)
      if (status !== 200) throw new Error(`${url} answers ${status}`)
    })
    if (running.hasEnded()) throw new Error(`This ended:\n${script}\n${running.output()}`)
  }

  async function execute({ mark, target, text, line }: Block): Promise<void> {
    const [adaptedTarget, script] = [adapt(target), adapt(text)]
    try {
      if (mark === 'file') environment.write(adaptedTarget, script)
      else if (mark === 'start') await start(adaptedTarget, script)
      else await shell(script)
    } catch (error) {
      throw new Error(`Line ${line}: ${error instanceof Error ? error.message : error}`, { cause: error })
    }
  }

  return {
    adapt,
    execute,
    shell,
    stop: async (url) => started.get(url)?.stop(),
    stopAll: async () => {
      await Promise.all([...started.values()].map((running) => running.stop()))
    },
  }
}

/**
 * Executes blocks up to the first one with a text, and continues after it the next time.
 * @throws Error if no remaining block has the text
 */
export function createSequentialRunner(
  blocks: readonly Block[],
  execute: (block: Block) => Promise<void>,
): (text: string) => Promise<void> {
  const remaining = [...blocks]
  return async (text) => {
    const last = remaining.findIndex((block) => block.text.includes(text))
    if (last === -1) throw new Error(`No block that is left has ${text}`)
    for (const block of remaining.splice(0, last + 1)) await execute(block)
  }
}
