import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'

export type RunningProcess = {
  /** What it has printed so far, on both streams. */
  readonly output: () => string
  readonly hasEnded: () => boolean
  /** Its exit code; null when a signal ended it, or it could not be started. */
  readonly exitCode: Promise<number | null>
  /** Sends a signal to the process alone, not to its group. */
  readonly signal: (name: NodeJS.Signals) => void
  /** Ends it by SIGTERM, and resolves when it has ended. */
  readonly stop: () => Promise<void>
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

/** Starts a program in a process group of its own, so that what a shell started ends with it. */
export function startProcess(
  file: string,
  args: readonly string[],
  options: Pick<SpawnOptions, 'cwd' | 'env'> = {},
): RunningProcess {
  const child = spawn(file, args, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const printed: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => printed.push(piece.toString()))
  const exitCode = new Promise<number | null>((resolve) => {
    child.once('close', resolve)
    child.once('error', (error) => {
      printed.push(error.message)
      resolve(null)
    })
  })
  return {
    exitCode,
    output: () => printed.join(''),
    hasEnded: () => child.pid === undefined || hasEnded(child),
    signal: (name) => child.kill(name),
    stop: async () => {
      if (child.pid === undefined || hasEnded(child)) return
      process.kill(-child.pid, 'SIGTERM')
      await exitCode
    },
  }
}
