import type { PostTarget } from '#shared/channel/message-event.ts'
import type { ConfirmOffer, ToFrame, ToWindow } from '#shared/confirm/messages.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import type { ConfirmWindowPorts } from '#widget/app/confirm/boot-confirm-window.ts'
import { loadLanguage } from '#widget/app/confirm/load-language.ts'
import type { Approval } from '#widget/app/confirm/review-in-window.ts'
import { portsAtom } from '#widget/core/ports.ts'
import type { ConfirmChannel } from '#widget/domain/review/window/confirm-channel.ts'
import { readConfirmFragment } from '#widget/domain/review/window/confirm-url.ts'
import { requestPort } from '#widget/domain/review/window/port-channel.ts'
import { reviewsAtom } from '#widget/domain/review-queue/reviews.ts'
import type { DpopClient } from '#widget/lib/dpop/dpop-client.ts'
import { loadReview } from '../document/load-review.ts'
import type { SpendingRecords } from '../wallet/spending-records.ts'
import { type CoveredPayment, coveredPayment, type Payer } from './covered-payment.ts'
import { frameScreenAtom } from './frame-screen.ts'
import type { Payment, PaymentState } from './payment-of.ts'
import { serveLimits } from './serve-limits.ts'
import { signPayment, UnreadableLimitError } from './sign-payment.ts'

/** A request that takes longer to read needs the window, in milliseconds. */
const readingMs = 10_000

/** What the frame needs of its document. */
export type PaymentPage = {
  readonly fragment: string
  readonly document: Pick<Document, 'documentElement'>
  readonly parent: PostTarget
  readonly widgetOrigin: string
  /** Origin of the page, as the browser states it (`framedSite`). */
  readonly site: string
  readonly provesVisibility: boolean
}

/** What it needs of this device and the server. */
export type PaymentParts = { readonly client: DpopClient; readonly records: SpendingRecords }

type Covered = CoveredPayment & { readonly payment: Payment }

/** Whether a limit counts two payments alike. */
const isSamePayment = (one: Payment, other: Payment): boolean =>
  one.asset === other.asset && one.amount === other.amount

const isRejection = (error: unknown): boolean =>
  error instanceof ProviderRpcError && error.code === providerCodes.userRejected

/**
 * Runs the vault's frame in the widget. It stores the limits that the vault's window sets, and serves one request: it shows a payment
 * that a limit covers, and signs it when the user approves it here, where the browser proves that nothing covers it. For every other
 * request, and whatever fails, it names the window.
 */
export function runPaymentFrame(page: PaymentPage, ports: ConfirmWindowPorts, parts: PaymentParts): void {
  const { store } = ports
  const { site, widgetOrigin, parent } = page
  const { clock, page: messages } = store.get(portsAtom)
  const { client, records } = parts
  serveLimits(messages, {
    frameFacts: async () => ({
      site,
      keyThumbprint: await client.thumbprint(),
      isPersistent: await client.isKeyPersistent(),
    }),
    put: records.put,
    onStored: () => parent.postMessage({ drawbridge: 'limit-set' }, widgetOrigin),
  })
  const secret = readConfirmFragment(page.fragment)
  if (secret === undefined) return

  const stop = new AbortController()
  const { signal } = stop
  let widget: ConfirmChannel<ToFrame> | undefined
  let settle: (isUsed: boolean) => void = () => undefined
  const hasAny = (userId: string) => records.hasAny(userId, site, clock.now())
  const needWindow = async (userId: string | undefined) => {
    if (signal.aborted) return
    stop.abort()
    const hasLimit = userId !== undefined && (await hasAny(userId).catch(() => true))
    widget?.send({ is: 'window-needed', hasLimit })
  }

  const serve = async (offer: ConfirmOffer) => {
    const { userId, connection } = offer
    const [address] = connection.accounts
    const isHere = offer.origin === site && page.provesVisibility
    if (!isHere || userId === undefined || address === undefined || !(await hasAny(userId)))
      return needWindow(userId)
    const payer: Payer = { userId, site, address }
    const fail = () => void needWindow(userId)
    const cancelTimer = clock.after(readingMs, fail)
    signal.addEventListener('abort', cancelTimer)
    await loadLanguage(store, page.document, offer.locale === undefined ? [] : [offer.locale])
    const { reviewInWindow, limitAssetOf, paymentOf } = await loadReview()
    let covered: Covered | undefined
    let isApproved = false
    let latest: PaymentState = { is: 'reading' }
    const isCovered = (payment: Payment): boolean =>
      covered !== undefined && isSamePayment(covered.payment, payment)

    /** Shows the request once a limit covers it. */
    const check = async () => {
      const [review] = store.get(reviewsAtom)
      // An approved request has left the queue.
      if (signal.aborted || isApproved || review === undefined) return
      latest = paymentOf(review)
      if (latest.is === 'reading') return
      if (latest.is !== 'payment') return fail()
      const { payment } = latest
      if (isCovered(payment)) return
      const found = await coveredPayment({ client, records }, payer, payment)
      const asset = limitAssetOf(store)
      if (signal.aborted || isApproved) return
      // A later check is of another amount.
      if (latest.is !== 'payment' || !isSamePayment(latest.payment, payment)) return
      if (found === undefined || asset === undefined) return fail()
      covered = { ...found, payment }
      const { maximum, expiresAtMs } = found.record
      const cover = { asset, maximum: BigInt(maximum), left: found.left, expiresAtMs }
      store.set(frameScreenAtom, { is: 'payment', cover })
      cancelTimer()
      widget?.send({ is: 'shown' })
    }
    const approve = async ({ request }: Approval) => {
      if (covered === undefined || latest.is !== 'payment' || !isCovered(latest.payment))
        throw new TypeError('The payment has changed')
      isApproved = true
      store.set(frameScreenAtom, { is: 'signing' })
      const adapter = await store.get(portsAtom).chains.adapter(connection.namespace)
      const { amount } = covered.payment
      const toSign = { request, chain: connection.chain, amount, claimId: store.get(portsAtom).ids() }
      const { record } = covered
      const signed = await signPayment(client, adapter, record, toSign).catch(async (error: unknown) => {
        if (error instanceof UnreadableLimitError) await records.remove(record)
        throw error
      })
      signal.throwIfAborted()
      const used = new Promise<void>((resolve, reject) => {
        settle = (isUsed) => (isUsed ? resolve() : reject(new TypeError('The signature was not used')))
      })
      widget?.send({ is: 'approved', request, signed })
      await used
    }
    const unsubscribe = store.sub(reviewsAtom, () => void check().catch(fail))
    signal.addEventListener('abort', unsubscribe)
    await reviewInWindow(ports, { offer, isProven: true }, approve, signal)
  }

  let isServing = false
  const onMessage = (message: ToWindow) => {
    if (message.is === 'ready') widget?.send({ is: 'hello' })
    if (message.is === 'ping') widget?.send({ is: 'pong' })
    if (message.is === 'ended') {
      settle(message.how === 'answered')
      stop.abort()
    }
    if (message.is !== 'offer' || isServing || message.id !== secret.id) return
    isServing = true
    serve(message).catch((error: unknown) => {
      if (signal.aborted) return
      if (!isRejection(error)) return void needWindow(message.userId)
      stop.abort()
      widget?.send({ is: 'cancelled' })
    })
  }
  requestPort({ ...messages, clock }, { window: parent, origin: widgetOrigin }, secret.id, (open) => {
    widget = open({ onMessage, onLost: () => stop.abort() })
    widget.send({ is: 'hello' })
  })
}
