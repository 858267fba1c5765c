import { spawn } from 'node:child_process'

/** Exit code of a process, or the signal that ended it; null when it never started. */
export type ExitStatus = number | NodeJS.Signals | null

/** A running program of the local world. */
export type SpawnedProcess = {
  /** Closes its standard input, and kills it after 3 s. Safe to call twice. */
  readonly stop: () => Promise<void>
  /** Resolves once the process has exited, or with null when it never started. */
  readonly exited: Promise<ExitStatus>
}

const stopDeadlineMs = 3_000

/**
 * Starts a program that exits when its standard input closes: when `stop` closes it, or when this process exits in any
 * way. The program has its own process group, so that Ctrl-C in a terminal reaches only this process, which then stops
 * its nodes in order.
 */
export function spawnProcess(
  command: string,
  args: readonly string[],
): SpawnedProcess & { readonly pid: number | undefined } {
  const child = spawn(command, args, { stdio: ['pipe', 'ignore', 'inherit'], detached: true })
  child.stdin.on('error', () => undefined)
  const exited = new Promise<ExitStatus>((resolve) => {
    child.once('error', () => resolve(null))
    child.once('exit', (code, signal) => resolve(code ?? signal))
  })
  return {
    pid: child.pid,
    exited,
    stop: async () => {
      child.stdin.end()
      const killTimer = setTimeout(() => killGroup(child.pid), stopDeadlineMs)
      await exited
      clearTimeout(killTimer)
    },
  }
}

function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // The process has already exited.
  }
}
