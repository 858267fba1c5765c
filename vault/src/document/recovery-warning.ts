import { type FlowPorts, retried } from './flow-ports.ts'
import { loadRecovery } from './load-recovery.ts'
import { unlock } from './wallet-flows.ts'

/** Whether the account states that its recovery was requested. */
export const isRecoveryRequested = ({ session }: FlowPorts): boolean =>
  session.account().recovery === 'requested'

/** Shows that a recovery was requested, if one was, until the user has decided. @throws as the calls */
export async function warnOfRecovery(flows: FlowPorts): Promise<void> {
  if (isRecoveryRequested(flows))
    await (await retried(flows.ask, loadRecovery)).reviewRecovery(flows, () => unlock(flows))
}
