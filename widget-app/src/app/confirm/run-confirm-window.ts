import type { ConfirmEnd, ConfirmOffer, ToFrame, ToWindow } from '#shared/confirm/messages.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { portsAtom } from '#widget/core/ports.ts'
import type { ConfirmChannel } from '#widget/domain/review/window/confirm-channel.ts'
import { readConfirmFragment } from '#widget/domain/review/window/confirm-url.ts'
import { appLinkOf } from '#widget/domain/wallets/wallet-app.ts'
import type { ConfirmWindowPorts } from './boot-confirm-window.ts'
import { comparisonAtom, confirmStageAtom } from './confirm-stage.ts'
import { createConfirmWindowStorage, type WindowStorage } from './confirm-window-storage.ts'
import { connectToFrame, type OpenerWindow } from './connect-to-frame.ts'
import { loadLanguage } from './load-language.ts'
import { type Approval, reviewInWindow } from './review-in-window.ts'

/** What a confirm window needs of its document. */
export type ConfirmPage = {
  /** The fragment of the URL that opened it. */
  readonly fragment: string
  /** Removes the fragment from the address bar and the history. */
  readonly hideFragment: () => void
  readonly document: Pick<Document, 'documentElement'>
  readonly opener: OpenerWindow | null
  readonly onLeave: (run: () => void) => void
  readonly storage: WindowStorage
  readonly close: () => void
}

/** A window whose request is over closes by itself after this time, in which the user reads the result. */
const closeAfterMs = 1_500

/** Outcomes after which the window closes; the others show a message first. */
const closesItself = (how: ConfirmEnd): boolean => how === 'answered' || how === 'cancelled'

const isRejection = (error: unknown): boolean =>
  error instanceof ProviderRpcError && error.code === providerCodes.userRejected

/**
 * Runs a confirm window: removes the secret from the address bar, connects to the frame, reviews the one request that it
 * sends, and returns the user's decision.
 */
export function runConfirmWindow(page: ConfirmPage, ports: ConfirmWindowPorts): void {
  const { store } = ports
  const windowStorage = createConfirmWindowStorage(page.storage, store.get(portsAtom).clock.now)
  const { fragment, isResumed } = windowStorage.read(page.fragment)
  const secret = readConfirmFragment(fragment)
  page.hideFragment()
  const stop = new AbortController()
  let frame: ConfirmChannel<ToFrame> | undefined
  let settle: ((how: ConfirmEnd) => void) | undefined
  let disconnect = () => {}
  const stageIs = () => store.get(confirmStageAtom).is

  const end = (how: ConfirmEnd) => {
    if (stageIs() === 'ended') return
    store.set(confirmStageAtom, { is: 'ended', how })
    windowStorage.clear()
    settle?.(how)
    stop.abort(new ProviderRpcError(providerCodes.disconnected, 'The request is over'))
    disconnect()
    if (closesItself(how)) store.get(portsAtom).clock.after(closeAfterMs, page.close)
  }
  const handleLost = () => {
    if (stageIs() === 'loading') {
      store.set(confirmStageAtom, { is: 'unreachable' })
      windowStorage.clear()
      disconnect()
    } else if (stageIs() === 'review') end('expired')
  }
  /** Sends the approval to the frame, and waits for its outcome. */
  const approve = ({ request, limit }: Approval) =>
    new Promise<void>((resolve, reject) => {
      store.set(confirmStageAtom, { is: 'checking' })
      settle = (how) => (how === 'answered' ? resolve() : reject(new Error(how)))
      frame?.send({ is: 'approved', request, limit })
    })
  const review = async (offer: ConfirmOffer, isProven: boolean) => {
    await loadLanguage(store, page.document, [...(offer.locale === undefined ? [] : [offer.locale])])
    // The wallet may have the request already, or it is over.
    if (stageIs() !== 'loading') return
    store.set(confirmStageAtom, { is: 'review' })
    await reviewInWindow(ports, { offer, isProven }, approve, stop.signal)
  }
  let offered: ConfirmOffer | undefined
  const showWalletRequest = () => {
    if (stageIs() === 'checking') return store.set(confirmStageAtom, { is: 'asked' })
    // Approved before a reload: there is nothing left to decide.
    const link = offered?.app === undefined ? undefined : appLinkOf(offered.app)
    const app = link && offered && { walletName: offered.connection.walletName, link }
    store.set(confirmStageAtom, { is: 'handed-over', app })
    stop.abort(new ProviderRpcError(providerCodes.disconnected, 'The wallet has the request'))
  }
  const onMessage = (message: ToWindow, channel: ConfirmChannel<ToFrame>, comparison?: string) => {
    frame = channel
    if (message.is === 'offer') {
      // One window, one request.
      if (stageIs() !== 'loading' || message.id !== secret?.id) return
      offered = message
      store.set(comparisonAtom, comparison)
      review(message, channel.transport === 'opener').catch((error: unknown) => {
        if (stageIs() === 'ended' || stageIs() === 'handed-over') return
        channel.send({ is: isRejection(error) ? 'cancelled' : 'closed' })
        end(isRejection(error) ? 'cancelled' : 'changed')
      })
    }
    if (message.is === 'asked') showWalletRequest()
    if (message.is === 'ended') end(message.how)
  }
  if (secret === undefined) {
    store.set(confirmStageAtom, { is: 'unreachable' })
    return
  }
  windowStorage.store(fragment)
  const opener = { window: page.opener, origin: store.get(portsAtom).page.origin }
  disconnect = connectToFrame(
    ports,
    opener,
    { secret, isResumed },
    { onMessage, onLost: handleLost, onExpired: handleLost },
  )
  page.onLeave(() => {
    if (stageIs() === 'review' || stageIs() === 'loading') frame?.leave()
  })
}
