import { missingWay } from '#shared/api/missing-way.ts'
import type { VaultOffer } from '#shared/confirm/messages.ts'
import { eraseBytes } from '../core/bytes.ts'
import { applyVaultOffer } from './apply-vault-offer.ts'
import { keptScreen } from './end-screen.ts'
import { frameTicket, passkeyLogin } from './passkey-login.ts'
import { warnOfRecovery } from './recovery-warning.ts'
import { type Serving, type ServingWindow, statedUser } from './serving-window.ts'
import { complete, create, isHere, prove, restore } from './wallet-flows.ts'

/**
 * Serves a task of the wallet: creates or restores it here, offers ways to keep it, proves its keys, or logs in by a passkey. Except for a
 * proof it continues when the frame is gone.
 */
export function createTaskServing(window: ServingWindow, offer: VaultOffer, isProven: boolean): Serving {
  const { ports, parts, flowPorts } = window
  let isIndependent = false

  /** The site shows the window no longer, and so no number. */
  const continueAlone = () => {
    isIndependent = true
    window.hideComparison()
  }

  /** Logs in by a passkey, and logs the frame in as the same user. */
  const logIn = async () => {
    const { session, problem } = await passkeyLogin({ ...flowPorts, ...parts })
    const flows = { ...flowPorts, session }
    window.send({ is: 'logged-in', ticket: await frameTicket(flows, offer) })
    continueAlone()
    await warnOfRecovery(flows)
    if (problem !== undefined || missingWay(session.account())) await window.keepWallet(flows, true, problem)
    return keptScreen(session.account())
  }

  const run = async () => {
    applyVaultOffer(ports, offer, isProven)
    if (offer.purpose === 'log-in') return logIn()
    const flows = await window.openSession(statedUser(offer, isProven))
    const { session } = flows
    isIndependent = offer.purpose !== 'prove'
    let isNew = false
    // A record without accounts is of a document that was closed before the server knew the wallet.
    if (session.account().accounts === undefined)
      isNew = await ((await isHere(flows)) ? complete(flows) : create(flows))
    if (!isNew && !(await isHere(flows))) eraseBytes(await restore(flows))
    await warnOfRecovery(flows)
    if (offer.purpose === 'prove') {
      window.send({ is: 'proved', signatures: await prove(flows, window.requestChallenge) })
      return undefined
    }
    window.send({ is: 'wallet-ready' })
    if (offer.purpose !== 'keep') continueAlone()
    if (offer.purpose === 'keep' || missingWay(session.account())) await window.keepWallet(flows, isNew)
    return keptScreen(session.account())
  }

  return {
    run,
    hasSigned: () => false,
    isIndependent: () => isIndependent,
    expires: false,
    setPaymentFrame: () => undefined,
    settle: () => false,
  }
}
