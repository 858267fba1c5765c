import type { DueRecovery, RecoveryAnswer } from './stores/recoveries.ts'

/** What the operator's commands do with requests for a recovery. */
export type RecoveryCommands = {
  /** Requests that may be answered now, oldest first; records that they were exported. */
  readonly exportDue: () => Promise<readonly DueRecovery[]>
  /** Stores answers, and returns the ids of requests that are not due. */
  readonly answer: (answers: readonly RecoveryAnswer[]) => Promise<readonly string[]>
}
