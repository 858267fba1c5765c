import { spawn } from 'node:child_process'

/** Exit code of a process, or the signal that ended it; null when it never started. */
export type Exit = number | NodeJS.Signals | null

/** A running program of the local world. */
export type OwnProcess = {
  /** Closes its standard input, and kills it after 3 s. Safe to call twice. */
  readonly stop: () => Promise<void>
  /** Resolves once the process has exited, or with null when it never started. */
  readonly exited: Promise<Exit>
}

const stopDeadlineMs = 3_000

/**
 * Starts a program that exits when its standard input closes: when `stop` closes it, or when this process exits in any
 * way. The program has its own process group, so that Ctrl-C in a terminal reaches only this process, which then stops
 * its nodes in order.
 */
export function ownProcess(
  command: string,
  args: readonly string[],
): OwnProcess & { readonly pid: number | undefined } {
  const child = spawn(command, args, { stdio: ['pipe', 'ignore', 'inherit'], detached: true })
  child.stdin.on('error', () => undefined)
  const exited = new Promise<Exit>((resolve) => {
    child.once('error', () => resolve(null))
    child.once('exit', (code, signal) => resolve(code ?? signal))
  })
  return {
    pid: child.pid,
    exited,
    stop: async () => {
      child.stdin.end()
      const hardStop = setTimeout(() => killGroup(child.pid), stopDeadlineMs)
      await exited
      clearTimeout(hardStop)
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
