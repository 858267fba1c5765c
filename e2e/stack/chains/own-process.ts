import { spawn } from 'node:child_process'

/** How a process ended. */
export type Exit = number | NodeJS.Signals | null

/** A program of the local world that runs now. */
export type OwnProcess = {
  /** Tells it to end, and ends it by force after 3 s; safe to call twice. */
  readonly stop: () => Promise<void>
  /** Resolves when the process is gone, with its exit code or the signal that ended it; null when it never started. */
  readonly exited: Promise<Exit>
}

const stopDeadlineMs = 3_000

/**
 * Starts a program that ends when its standard input does: when `stop` closes it, and also when this process dies in
 * whatever way. It has a group of its own, because Ctrl-C in a terminal is for this process only, which then ends its
 * nodes in order.
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
    // Gone already.
  }
}
