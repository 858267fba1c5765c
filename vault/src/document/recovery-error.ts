import type { VaultProblem } from './vault-screen.ts'

/** A recovery with the operator's help cannot go on; nothing was opened. */
export class RecoveryFailedError extends Error {
  override readonly name = 'RecoveryFailedError'
  readonly problem: VaultProblem
  constructor(problem: VaultProblem) {
    super(problem)
    this.problem = problem
  }
}
