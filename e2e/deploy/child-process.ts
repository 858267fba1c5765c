import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'

export type RunningProcess = {
  /** Output so far, of both streams. */
  readonly output: () => string
  readonly hasEnded: () => boolean
  /** Its exit code; null if a signal ended it, or it could not be started. */
  readonly exitCode: Promise<number | null>
  /** Sends a signal to the process only, not to its group. */
  readonly signal: (name: NodeJS.Signals) => void
  /** Sends SIGTERM to the group, and resolves when the process has ended. */
  readonly stop: () => Promise<void>
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

/** Starts a program in a separate process group, so that processes that a shell started end with it. */
export function startProcess(
  file: string,
  args: readonly string[],
  options: Pick<SpawnOptions, 'cwd' | 'env'> = {},
): RunningProcess {
  const child = spawn(file, args, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const outputChunks: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => outputChunks.push(chunk.toString()))
  const exitCode = new Promise<number | null>((resolve) => {
    child.once('close', resolve)
    child.once('error', (error) => {
      outputChunks.push(error.message)
      resolve(null)
    })
  })
  return {
    exitCode,
    output: () => outputChunks.join(''),
    hasEnded: () => child.pid === undefined || hasEnded(child),
    signal: (name) => child.kill(name),
    stop: async () => {
      if (child.pid === undefined || hasEnded(child)) return
      process.kill(-child.pid, 'SIGTERM')
      await exitCode
    },
  }
}
