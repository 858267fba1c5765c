import type { Clock } from '../../ports/clock.ts'
import type { RecoveryCommands } from '../../ports/recovery-commands.ts'
import type { RecoveryStore } from '../../ports/stores/recoveries.ts'
import { auditEvent } from './audit.ts'

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
