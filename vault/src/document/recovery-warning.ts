import { TicketRefusedError } from '../wallet/vault-session.ts'
import { type FlowPorts, retried } from './flow-ports.ts'
import { loadRecovery } from './load-recovery.ts'
import type { AskUser } from './vault-screen.ts'
import { unlock } from './wallet-flows.ts'

/** Whether the account states that its recovery was requested. */
export const isRecoveryRequested = ({ session }: FlowPorts): boolean =>
  session.account().recovery === 'requested'

/**
 * Rejects instead of a screen which states that the user is logged out: the user cannot log in from here once the frame is gone.
 * @throws TicketRefusedError
 */
const askWhileLoggedIn =
  (ask: AskUser): AskUser =>
  (screenOf) => {
    const screen = screenOf(() => undefined)
    return 'problem' in screen && screen.problem === 'vault.failed-login'
      ? Promise.reject(new TicketRefusedError('The session has ended'))
      : ask(screenOf)
  }

/**
 * Shows that a recovery was requested, if one was, until the user has decided.
 * @throws TicketRefusedError if the session has ended; as the calls
 */
export async function warnOfRecovery(flows: FlowPorts): Promise<void> {
  if (!isRecoveryRequested(flows)) return
  const ports = { ...flows, ask: askWhileLoggedIn(flows.ask) }
  await (await retried(ports.ask, loadRecovery)).reviewRecovery(ports, () => unlock(ports))
}
