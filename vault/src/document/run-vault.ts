import { missingWay } from '#shared/api/missing-way.ts'
import type { ConfirmEnd, ConfirmOffer, ToFrame, ToWindow, VaultOffer } from '#shared/confirm/messages.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import type { ConfirmWindowPorts } from '#widget/app/confirm/boot-confirm-window.ts'
import { comparisonAtom } from '#widget/app/confirm/confirm-stage.ts'
import { createConfirmWindowStorage } from '#widget/app/confirm/confirm-window-storage.ts'
import { connectToFrame } from '#widget/app/confirm/connect-to-frame.ts'
import { loadLanguage } from '#widget/app/confirm/load-language.ts'
import { portsAtom } from '#widget/core/ports.ts'
import type { ConfirmChannel } from '#widget/domain/review/window/confirm-channel.ts'
import { readConfirmFragment } from '#widget/domain/review/window/confirm-url.ts'
import { openVaultSession, type StatedUser, TicketRefusedError } from '../wallet/vault-session.ts'
import { createAskUser, requestIsOver } from './ask-user.ts'
import { cleanUp } from './clean-up.ts'
import { endScreen, lostScreen, nothingScreen } from './end-screen.ts'
import { retried, wait } from './flow-ports.ts'
import { createFrameWaiter } from './frame-waiter.ts'
import { keep } from './keep-flows.ts'
import { readSendingFragment, sendingFragment, serveSending } from './sending-window.ts'
import { createRequestServing } from './serve-request.ts'
import { createTaskServing } from './serve-task.ts'
import type { Serving, ServingWindow } from './serving-window.ts'
import type { VaultPage, VaultParts } from './vault-ports.ts'
import { problemOf } from './vault-problem.ts'
import { type VaultScreen, vaultScreenAtom } from './vault-screen.ts'

/** Time between two reads of a transfer. */
const pollMs = 1_000

/** A window whose request is over closes by itself after this time, in which the user reads the result. */
const closeAfterMs = 1_500

const isRejection = (error: unknown): boolean =>
  error instanceof ProviderRpcError && error.code === providerCodes.userRejected

/**
 * Runs the vault's window: removes the secret from the address bar, connects to the frame, and serves the one request or task that it
 * sends.
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
  let serving: Serving | undefined
  const ticket = createFrameWaiter()
  const challenge = createFrameWaiter()
  let disconnect = () => {}

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
  const endAndClose = (last: VaultScreen) => {
    if (signal.aborted) return
    end(last)
    clock.after(closeAfterMs, page.close)
  }

  const flowPorts = {
    ...{ ...parts, show, ask },
    pause: () => new Promise<void>((resolve) => void clock.after(pollMs, resolve)),
    sendingLink: (id: string) => `${page.url}${sendingFragment(id)}`,
  }
  const requestTicket = () => ticket.ask(() => frame?.send({ is: 'ticket-wanted' }))
  const openSilently = async (stated: StatedUser) => {
    const flows = { ...flowPorts, session: await openVaultSession({ ...parts, requestTicket }, stated) }
    await cleanUp(flows)
    return flows
  }
  const window: ServingWindow = {
    ...{ page, ports, parts, flowPorts, signal, openSilently },
    send: (message) => frame?.send(message),
    requestChallenge: () => challenge.ask(() => frame?.send({ is: 'challenge-wanted' })),
    hideComparison: () => store.set(comparisonAtom, undefined),
    openSession: (stated) =>
      retried(ask, () => {
        show(wait('vault.loading'))
        return openSilently(stated)
      }),
    keepWallet: (flows, isNew, problem) => {
      page.keepReminders.set(flows.session.userId, clock.now())
      return keep(flows, isNew, problem)
    },
    isKeepDue: ({ session }) =>
      missingWay(session.account()) !== undefined && page.keepReminders.isDue(session.userId, clock.now()),
  }

  const serve = async (served: Serving, { locale }: ConfirmOffer | VaultOffer) => {
    try {
      await loadLanguage(store, page.document, locale === undefined ? [] : [locale])
      const last = await served.run()
      if (last !== undefined) endAndClose(last)
    } catch (error) {
      if (signal.aborted) return
      frame?.send({ is: isRejection(error) ? 'cancelled' : 'closed' })
      if (isRejection(error)) endAndClose(endScreen('cancelled', served.hasSigned()))
      else end({ is: 'failed', problem: problemOf(error).problem, retry: undefined })
    }
  }

  const continueWithoutFrame = () => leaveFrame(new TicketRefusedError('The frame is gone'))
  const onEnded = (how: ConfirmEnd) => {
    if (how === 'expired' && serving?.isIndependent()) return continueWithoutFrame()
    // The site has its result; the window stays for what it asks.
    if (serving?.settle(how)) return leaveFrame(new TicketRefusedError('The request is over'))
    const last = endScreen(how, serving?.hasSigned() ?? false)
    if (how === 'answered' || how === 'cancelled') endAndClose(last)
    else end(last)
  }
  const onMessage = (message: ToWindow, channel: ConfirmChannel<ToFrame>, comparison?: string) => {
    frame = channel
    if (message.is === 'offer' || message.is === 'vault-offer') {
      // One window, one request.
      if (serving !== undefined || message.id !== secret?.id) return
      store.set(comparisonAtom, comparison)
      const isProven = channel.transport === 'opener'
      serving =
        message.is === 'offer'
          ? createRequestServing(window, message, isProven)
          : createTaskServing(window, message, isProven)
      void serve(serving, message)
    }
    if (message.is === 'ticket') ticket.resolve(message.ticket)
    if (message.is === 'payment-frame') serving?.setPaymentFrame(message.index)
    if (message.is === 'challenge') challenge.resolve(message.challenge)
    if (message.is === 'ticket-refused')
      for (const waiter of [ticket, challenge]) waiter.reject(new TicketRefusedError('There is no session'))
    if (message.is === 'ended') onEnded(message.how)
  }
  const onLost = () => {
    if (serving?.isIndependent()) return continueWithoutFrame()
    end(serving === undefined ? nothingScreen : lostScreen(serving.hasSigned()))
  }
  const onExpired = () => {
    if (serving?.expires !== false) onLost()
  }

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
