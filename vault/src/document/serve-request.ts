import type { ConfirmEnd, ConfirmOffer } from '#shared/confirm/messages.ts'
import type { Approval } from '#widget/app/confirm/review-in-window.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { eraseBytes } from '../core/bytes.ts'
import { withKeys } from '../wallet/local-wallet.ts'
import { signRequest } from '../wallet/sign-request.ts'
import { askAfterSigning, type QuestionAfterSigning } from './ask-after-signing.ts'
import { endScreen } from './end-screen.ts'
import { type FlowPorts, retried, wait } from './flow-ports.ts'
import type { LimitOffer } from './limit-offer.ts'
import { loadReview } from './load-review.ts'
import { isRecoveryRequested } from './recovery-warning.ts'
import { type Serving, type ServingWindow, statedUser } from './serving-window.ts'
import { isHere, restore, unlock } from './wallet-flows.ts'

/**
 * Serves a request: reviews it, signs it once the user approves, and waits until the frame has used the result. Keys are in memory only
 * while it is signed.
 */
export function createRequestServing(window: ServingWindow, offer: ConfirmOffer, isProven: boolean): Serving {
  const { page, ports, parts, flowPorts, signal } = window
  const { ask, show } = flowPorts
  const questions = new Set<QuestionAfterSigning>()
  let settle: ((how: ConfirmEnd) => void) | undefined
  let limitOffer: LimitOffer | undefined
  let hasSigned = false

  /** Signs what the user approved, sends it, and waits until the frame has used it. */
  const sign = async (openFlows: () => Promise<FlowPorts>, { request, limit }: Approval) => {
    show(wait('vault.signing'))
    const adapter = await ports.store.get(portsAtom).chains.adapter(offer.connection.namespace)
    const signed = await retried(ask, async () => {
      show(wait('vault.signing'))
      const flows = await openFlows()
      if (isRecoveryRequested(flows)) questions.add('recovery')
      if (window.isKeepDue(flows)) questions.add('keep')
      const entropy = await unlock(flows)
      try {
        return await withKeys(entropy, (keys) => signRequest(adapter, keys, request, offer.connection.chain))
      } finally {
        eraseBytes(entropy)
      }
    })
    signal.throwIfAborted()
    hasSigned = true
    const used = new Promise<void>((resolve, reject) => {
      settle = (how) => (how === 'answered' ? resolve() : reject(new Error(how)))
    })
    window.send({ is: 'approved', request, limit, signed })
    await used
  }

  const run = async () => {
    const stated = statedUser(offer, isProven)
    const isStored = isProven && (await parts.records.wallet(stated.userId)) !== undefined
    // The session opens while the user reads; without a wallet here, or a proof of the frame, it comes first.
    const opening = isStored ? window.openSilently(stated) : window.openSession(stated)
    opening.catch(() => undefined)
    if (!isStored) {
      const flows = await opening
      if (!(await isHere(flows))) eraseBytes(await restore(flows))
    }
    /** A failure while the user reads is not shown: the session is opened again when it is needed. */
    const openFlows = () => opening.catch(() => window.openSilently(stated))
    const review = await retried(ask, loadReview)
    const limit = review.createLimitOffer({ page, ports, ask, show }, offer, isProven)
    limitOffer = limit
    if (limit.isPossible) window.send({ is: 'payment-frame-wanted' })
    limit.watch(signal)
    show({ is: 'review' })
    const approve = async (approval: Approval) => {
      if (limit.pin()) questions.add('limit')
      await sign(openFlows, approval)
    }
    await review.reviewInWindow(ports, { offer, isProven }, approve, signal)
    if (questions.size === 0) return undefined
    const keepWallet = (flows: FlowPorts) => window.keepWallet(flows, false)
    const last = await askAfterSigning(questions, { openFlows, limitOffer: limit, keepWallet })
    return last ?? endScreen('answered', hasSigned)
  }

  return {
    run,
    hasSigned: () => hasSigned,
    isIndependent: () => false,
    expires: true,
    setPaymentFrame: (index) => limitOffer?.setFrame(index),
    settle: (how) => {
      settle?.(how)
      return how === 'answered' && questions.size > 0
    },
  }
}
