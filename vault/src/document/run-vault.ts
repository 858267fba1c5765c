import { missingWay } from '#shared/api/missing-way.ts'
import type { ConfirmEnd, ConfirmOffer, ToFrame, ToWindow, VaultOffer } from '#shared/confirm/messages.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import type { ConfirmWindowPorts } from '#widget/app/confirm/boot-confirm-window.ts'
import { comparisonAtom } from '#widget/app/confirm/confirm-stage.ts'
import { createConfirmWindowStorage } from '#widget/app/confirm/confirm-window-storage.ts'
import { connectToFrame } from '#widget/app/confirm/connect-to-frame.ts'
import { loadLanguage } from '#widget/app/confirm/load-language.ts'
import type { Approval } from '#widget/app/confirm/review-in-window.ts'
import { portsAtom } from '#widget/core/ports.ts'
import type { ConfirmChannel } from '#widget/domain/review/window/confirm-channel.ts'
import { readConfirmFragment } from '#widget/domain/review/window/confirm-url.ts'
import { eraseBytes } from '../core/bytes.ts'
import { withKeys } from '../wallet/local-wallet.ts'
import { signRequest } from '../wallet/sign-request.ts'
import { openVaultSession, TicketRefusedError, type VaultSession } from '../wallet/vault-session.ts'
import { applyVaultOffer } from './apply-vault-offer.ts'
import { askAfterSigning, type QuestionAfterSigning } from './ask-after-signing.ts'
import { createAskUser, requestIsOver } from './ask-user.ts'
import { cleanUp } from './clean-up.ts'
import { endScreen, keptScreen, lostScreen, nothingScreen } from './end-screen.ts'
import { type FlowPorts, retried } from './flow-ports.ts'
import { createFrameWaiter } from './frame-waiter.ts'
import { keep } from './keep-flows.ts'
import type { LimitOffer } from './limit-offer.ts'
import { loadReview } from './load-review.ts'
import { frameTicket, passkeyLogin } from './passkey-login.ts'
import { isRecoveryRequested, warnOfRecovery } from './recovery-warning.ts'
import { readSendingFragment, sendingFragment, serveSending } from './sending-window.ts'
import type { VaultPage, VaultParts } from './vault-ports.ts'
import { problemOf } from './vault-problem.ts'
import { type VaultProblem, type VaultScreen, vaultScreenAtom } from './vault-screen.ts'
import { complete, create, isHere, prove, restore, unlock } from './wallet-flows.ts'

/** Time between two reads of a transfer. */
const pollMs = 1_000

/** A window whose request is over closes by itself after this time, in which the user reads the result. */
const closeAfterMs = 1_500

const isRejection = (error: unknown): boolean =>
  error instanceof ProviderRpcError && error.code === providerCodes.userRejected

/** What a frame sends first: what this window is for. */
type Offer = ConfirmOffer | VaultOffer

/**
 * Runs the vault's window: removes the secret from the address bar, connects to the frame, and serves the one request that it
 * sends. Keys are in memory only while a request is signed.
 */
export async function runVault(page: VaultPage, ports: ConfirmWindowPorts, parts: VaultParts): Promise<void> {
  const { store } = ports
  const { clock } = store.get(portsAtom)
  const windowStorage = createConfirmWindowStorage(page.storage, clock.now)
  const { fragment, isResumed } = windowStorage.read(page.fragment)
  const secret = readConfirmFragment(fragment)
  page.hideFragment()

  const stop = new AbortController()
  const { signal } = stop
  let frame: ConfirmChannel<ToFrame> | undefined
  const ticket = createFrameWaiter()
  const challenge = createFrameWaiter()
  let settle: ((how: ConfirmEnd) => void) | undefined
  let disconnect = () => {}
  let hasSigned = false
  /** The window serves a task of the wallet, which the time for a request does not end. */
  let isTask = false
  /** The task goes on without the frame. */
  let isIndependent = false
  let limitOffer: LimitOffer | undefined
  const later = new Set<QuestionAfterSigning>()

  const show = (screen: VaultScreen) => {
    if (!signal.aborted) store.set(vaultScreenAtom, screen)
  }
  const ask = createAskUser(show, signal)
  /** The frame listens no more. `cause`: of what is asked of it from now on. */
  const leaveFrame = (cause: Error) => {
    for (const waiter of [ticket, challenge]) waiter.close(cause)
    disconnect()
  }
  const end = (last: VaultScreen) => {
    if (signal.aborted) return
    show(last)
    windowStorage.clear()
    stop.abort()
    leaveFrame(requestIsOver())
  }
  const requestTicket = () => ticket.ask(() => frame?.send({ is: 'ticket-wanted' }))
  const requestChallenge = () => challenge.ask(() => frame?.send({ is: 'challenge-wanted' }))

  const flowPorts = {
    ...{ ...parts, show, ask },
    pause: () => new Promise<void>((resolve) => void clock.after(pollMs, resolve)),
    sendingLink: (id: string) => `${page.url}${sendingFragment(id)}`,
  }
  const flowsOf = (session: VaultSession): FlowPorts => ({ ...flowPorts, session })
  type UserOffer = Offer & { readonly userId: string }
  const openSilently = async ({ userId, origin }: UserOffer, isProven: boolean) => {
    const stated = { userId, ...(isProven ? {} : { site: origin }) }
    const flows = flowsOf(await openVaultSession({ ...parts, requestTicket }, stated))
    await cleanUp(flows)
    return flows
  }
  const openSession = (offer: UserOffer, isProven: boolean) =>
    retried(ask, () => {
      show({ is: 'working', title: 'vault.loading' })
      return openSilently(offer, isProven)
    })

  const isKeepDue = ({ session }: FlowPorts) =>
    missingWay(session.account()) !== undefined && page.keepReminders.isDue(session.userId, clock.now())
  const keepNow = (flows: FlowPorts, isNew: boolean, problem?: VaultProblem) => {
    page.keepReminders.set(flows.session.userId, clock.now())
    return keep(flows, isNew, problem)
  }

  /** Signs what the user approved, sends it, and waits until the frame has used it. */
  const sign = async (
    offer: ConfirmOffer,
    openFlows: () => Promise<FlowPorts>,
    { request, limit }: Approval,
  ) => {
    show({ is: 'working', title: 'vault.signing' })
    const adapter = await store.get(portsAtom).chains.adapter(offer.connection.namespace)
    const signed = await retried(ask, async () => {
      show({ is: 'working', title: 'vault.signing' })
      const flows = await openFlows()
      if (isRecoveryRequested(flows)) later.add('recovery')
      if (isKeepDue(flows)) later.add('keep')
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
    frame?.send({ is: 'approved', request, limit, signed })
    await used
  }

  const serveRequest = async (offer: ConfirmOffer, isProven: boolean) => {
    const { userId } = offer
    if (userId === undefined) throw new TypeError('The frame states no user')
    const forUser = { ...offer, userId }
    const isStored = isProven && (await parts.records.wallet(userId)) !== undefined
    // The session opens while the user reads; without a wallet here, or a proof of the frame, it comes first.
    const opening = isStored ? openSilently(forUser, isProven) : openSession(forUser, isProven)
    opening.catch(() => undefined)
    if (!isStored) {
      const flows = await opening
      if (!(await isHere(flows))) eraseBytes(await restore(flows))
    }
    /** A failure while the user reads is not shown: the session is opened again when it is needed. */
    const openFlows = () => opening.catch(() => openSilently(forUser, isProven))
    const review = await retried(ask, loadReview)
    limitOffer = review.createLimitOffer({ page, ports, ask, show }, offer, isProven)
    if (limitOffer.isPossible) frame?.send({ is: 'payment-frame-wanted' })
    limitOffer.watch(signal)
    show({ is: 'review' })
    const approve = async (approval: Approval) => {
      if (limitOffer?.pin()) later.add('limit')
      await sign(offer, openFlows, approval)
    }
    await review.reviewInWindow(ports, { offer, isProven }, approve, signal)
    if (later.size === 0) return
    const keepWallet = (flows: FlowPorts) => keepNow(flows, false)
    const last = await askAfterSigning(later, { openFlows, limitOffer, keepWallet })
    later.clear()
    if (last === undefined) return onEnded('answered')
    end(last)
    clock.after(closeAfterMs, page.close)
  }

  /** The site shows the window no longer, and so no number. */
  const goOnAlone = () => {
    isIndependent = true
    store.set(comparisonAtom, undefined)
  }

  const finish = (session: VaultSession) => {
    end(keptScreen(session.account()))
    clock.after(closeAfterMs, page.close)
  }

  /** Logs in by a passkey, and logs the frame in as the same user. */
  const serveLogin = async (offer: VaultOffer) => {
    const { session, problem } = await passkeyLogin(flowPorts)
    frame?.send({ is: 'logged-in', ticket: await frameTicket(flowsOf(session), offer) })
    goOnAlone()
    await warnOfRecovery(flowsOf(session))
    if (problem !== undefined || missingWay(session.account())) await keepNow(flowsOf(session), true, problem)
    finish(session)
  }

  const serveWallet = async (offer: VaultOffer, isProven: boolean) => {
    const { userId } = offer
    applyVaultOffer(ports, offer, isProven)
    if (offer.purpose === 'log-in') return serveLogin(offer)
    if (userId === undefined) throw new TypeError('The frame states no user')
    const flows = await openSession({ ...offer, userId }, isProven)
    const { session } = flows
    isIndependent = offer.purpose !== 'prove'
    let isNew = false
    // A record without accounts is of a document that was closed before the server knew the wallet.
    if (session.account().accounts === undefined)
      isNew = await ((await isHere(flows)) ? complete(flows) : create(flows))
    if (!isNew && !(await isHere(flows))) eraseBytes(await restore(flows))
    await warnOfRecovery(flows)
    if (offer.purpose === 'prove') {
      frame?.send({ is: 'proved', signatures: await prove(flows, requestChallenge) })
      return
    }
    frame?.send({ is: 'wallet-ready' })
    if (offer.purpose !== 'keep') goOnAlone()
    if (offer.purpose === 'keep' || missingWay(session.account())) await keepNow(flows, isNew)
    finish(session)
  }

  const serve = async (offer: Offer, isProven: boolean) => {
    await loadLanguage(store, page.document, offer.locale === undefined ? [] : [offer.locale])
    if (offer.is === 'offer') await serveRequest(offer, isProven)
    else await serveWallet(offer, isProven)
  }

  const onServeFailed = (error: unknown) => {
    if (signal.aborted) return
    frame?.send({ is: isRejection(error) ? 'cancelled' : 'closed' })
    if (isRejection(error)) {
      end({ is: 'message', title: 'confirm.cancelled', text: 'confirm.close-text' })
      clock.after(closeAfterMs, page.close)
    } else end({ is: 'failed', problem: problemOf(error).problem, retry: undefined })
  }

  const goOn = () => leaveFrame(new TicketRefusedError('The frame is gone'))
  const onEnded = (how: ConfirmEnd) => {
    if (how === 'expired' && isIndependent) return goOn()
    settle?.(how)
    // The site has its result; the window stays for what it asks.
    if (how === 'answered' && later.size > 0) return leaveFrame(new TicketRefusedError('The request is over'))
    end(endScreen(how, hasSigned))
    if (how === 'answered' || how === 'cancelled') clock.after(closeAfterMs, page.close)
  }

  let isServing = false
  const onMessage = (message: ToWindow, channel: ConfirmChannel<ToFrame>, comparison?: string) => {
    frame = channel
    if (message.is === 'offer' || message.is === 'vault-offer') {
      // One window, one request.
      if (isServing || message.id !== secret?.id) return
      isServing = true
      store.set(comparisonAtom, comparison)
      isTask = message.is === 'vault-offer'
      serve(message, channel.transport === 'opener').catch(onServeFailed)
    }
    if (message.is === 'ticket') ticket.resolve(message.ticket)
    if (message.is === 'payment-frame') limitOffer?.setFrame(message.index)
    if (message.is === 'challenge') challenge.resolve(message.challenge)
    if (message.is === 'ticket-refused')
      for (const waiter of [ticket, challenge]) waiter.reject(new TicketRefusedError('There is no session'))
    if (message.is === 'ended') onEnded(message.how)
  }
  const onLost = () => {
    if (isIndependent) return goOn()
    end(isServing ? lostScreen(hasSigned) : nothingScreen)
  }
  const onExpired = () => (isTask ? undefined : onLost())

  const sendingUserId = readSendingFragment(fragment)
  if (sendingUserId !== undefined) {
    windowStorage.store(fragment)
    await ports.deployed
    await loadLanguage(store, page.document, [])
    return end(await retried(ask, () => serveSending(flowPorts, parts.client, sendingUserId)))
  }
  if (secret === undefined) return end(nothingScreen)
  windowStorage.store(fragment)
  await ports.deployed
  const { widgetOrigin } = page
  if (widgetOrigin === undefined)
    return end({ is: 'failed', problem: 'vault.failed-unknown', retry: undefined })
  const opener = { window: page.opener, origin: widgetOrigin }
  disconnect = connectToFrame(ports, opener, { secret, isResumed }, { onMessage, onLost, onExpired })
  page.onLeave(() => {
    if (!signal.aborted) frame?.leave()
  })
}
