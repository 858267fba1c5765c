import type { VaultOpener } from '../vault-window.ts'

/** Test only: opens no windows; `tasks` lists what they would be for. `leftCount`: how often the window was ended. */
export function testVaultOpener() {
  const tasks: string[] = []
  let leftCount = 0
  const opener: VaultOpener = {
    open: ({ is }) => tasks.push(is),
    leave: () => {
      leftCount += 1
    },
  }
  return { opener, tasks, leftCount: () => leftCount }
}
