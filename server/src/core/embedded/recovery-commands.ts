import type { Clock } from '../../ports/clock.ts'
import type { DueRecovery, RecoveryAnswer, RecoveryStore } from '../../ports/stores/recoveries.ts'
import { auditEvent } from './audit.ts'

/** What the operator's commands do with requests for a recovery. */
export type RecoveryCommands = {
  /** Requests that may be answered now, oldest first; records that they were exported. */
  readonly exportDue: () => Promise<readonly DueRecovery[]>
  /** Stores answers, and returns the ids of requests that are not due. */
  readonly answer: (answers: readonly RecoveryAnswer[]) => Promise<readonly string[]>
}

/** The network that the log states for a command of the operator. */
const commandClient = 'operator'

/** Exports and imports requests, with an event of each in its user's log. */
export const createRecoveryCommands = (
  store: Pick<RecoveryStore, 'exportDue' | 'answer'>,
  clock: Clock,
): RecoveryCommands => ({
  exportDue: () => {
    const nowMs = clock()
    return store.exportDue(nowMs, ({ id }) =>
      auditEvent('recovery-exported', id, { client: commandClient, nowMs }),
    )
  },
  answer: (answers) => {
    const nowMs = clock()
    return store.answer(answers, nowMs, ({ id }) =>
      auditEvent('recovery-answered', id, { client: commandClient, nowMs }),
    )
  },
})
