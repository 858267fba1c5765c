import type { Clock } from '#shared/channel/clock.ts'
import { confirmLifetimeMs, confirmMessageMaxBytes, confirmReachMs } from '#shared/config/limits.ts'
import {
  type ConfirmEnd,
  type ConfirmOffer,
  confirmOfferSchema,
  type ToFrame,
  type ToWindow,
  toFrameSchema,
} from '#shared/confirm/messages.ts'
import type { ConfirmWindowState } from '#widget/domain/review-queue/reviews.ts'
import type { DocumentMessages } from '#widget/lib/page/document-messages.ts'
import type { OpenWindow } from '#widget/lib/popup.ts'
import type { ConfirmChannel } from './confirm-channel.ts'
import { confirmUrl, newConfirmSecret } from './confirm-url.ts'
import { type MailboxPorts, openMailbox } from './mailbox-channel.ts'
import { createMessageEncryption } from './message-encryption.ts'
import { acceptPort } from './port-channel.ts'
import { watchHeartbeat } from './watch-heartbeat.ts'

/** What a frame opens and reaches its confirm window by. */
export type ConfirmWindowClientPorts = {
  readonly clock: Clock
  readonly openWindow: OpenWindow
  readonly page: DocumentMessages
  readonly mailbox: MailboxPorts
}

/** What the user approved in the window. */
export type WindowApproval = Omit<Extract<ToFrame, { is: 'approved' }>, 'is'>

export type ConfirmWindowClientEvents = {
  /** The request as the frame has it, once the window is there. */
  readonly offer: (id: string) => ConfirmOffer
  readonly onChange: (window: ConfirmWindowState) => void
  readonly onApproved: (approved: WindowApproval) => void
  readonly onCancelled: () => void
}

/** An open confirm window, from the frame's side. */
export type ConfirmWindowClient = {
  /** The wallet has the request. */
  asked(): void
  /** The request is over; nothing of the window is heard any more. */
  end(how: ConfirmEnd): void
}

const features = 'popup,width=440,height=760'

/** Time between two looks whether the user closed the window. */
const lookMs = 500

/** Whether the window can get a request: a larger one is not reviewed at all. */
const canBeSent = (offer: ConfirmOffer): boolean =>
  confirmOfferSchema.fits(offer) &&
  new TextEncoder().encode(JSON.stringify(offer)).length <= confirmMessageMaxBytes

/**
 * Opens a confirm window. Call it inside the user's press. It is reached by its opener, and where that is cut off (a host
 * with Cross-Origin-Opener-Policy, a link in another browser) by the mailbox; the first way that it comes by is the one.
 * A window that has not come in `confirmReachMs` may still come, and so may one that is reloaded. A request that is too large
 * for it opens none.
 */
export function openConfirmWindowClient(
  ports: ConfirmWindowClientPorts,
  events: ConfirmWindowClientEvents,
): ConfirmWindowClient {
  const { clock, page } = ports
  const secret = newConfirmSecret()
  const { id } = secret
  const address = confirmUrl(secret, page.origin)
  if (!canBeSent(events.offer(id))) {
    events.onChange({ stage: 'too-large', address, comparison: undefined, show: undefined })
    return { asked: () => undefined, end: () => undefined }
  }
  const popup = ports.openWindow(address, features)
  const stop = new AbortController()
  const { signal } = stop
  const timers = new Set<() => void>()
  const later = (ms: number, run: () => void) => {
    const cancel = clock.after(ms, () => {
      timers.delete(cancel)
      run()
    })
    timers.add(cancel)
  }
  let used: ConfirmChannel<ToWindow> | undefined
  let isAsked = false
  let shown: ConfirmWindowState = {
    stage: 'opening',
    address,
    comparison: undefined,
    show: popup ? () => popup.focus() : undefined,
  }
  const show = (change: Partial<ConfirmWindowState>) => {
    shown = { ...shown, ...change }
    events.onChange(shown)
  }
  const isOver = () => signal.aborted
  const end = (how?: ConfirmEnd) => {
    if (isOver()) return
    if (how !== undefined) used?.send({ is: 'ended', how })
    stop.abort()
  }
  /** For good: what was closed like this does not come back. */
  const close = () => {
    if (isOver() || isAsked) return
    end()
    show({ stage: 'closed' })
  }
  /** It said goodbye or is silent; a window that was reloaded, or only asleep, comes back. */
  const leave = () => {
    if (!isOver() && !isAsked && shown.stage === 'waiting') show({ stage: 'closed' })
  }
  const presence = watchHeartbeat(clock, {
    isWatched: () => !isOver() && !isAsked && used !== undefined,
    ping: () => {
      if (used?.way === 'opener') used.send({ is: 'ping' })
      return used?.way === 'opener'
    },
    onAway: leave,
    onBack: () => {
      if (!isOver() && !isAsked && shown.stage === 'closed') show({ stage: 'waiting' })
    },
  })

  const greet = (from: ConfirmChannel<ToWindow>, comparison: string | undefined) => {
    // A reloaded window reads the mailbox from its start, and a new port brings nothing by itself.
    const isNew = from !== used
    if (isNew) {
      used?.close()
      used = from
      from.send(events.offer(id))
      if (from.way === 'opener') mailbox?.close()
    }
    if (isAsked && isNew) from.send({ is: 'asked' })
    if (!isAsked) show({ stage: 'waiting', comparison })
    presence.greeted()
  }
  /** Everything that comes by one way; `hello` chooses it. */
  const hear = (channel: () => ConfirmChannel<ToWindow> | undefined, comparison?: string) => ({
    onLost: () => {
      if (used !== undefined && used === channel()) close()
    },
    onPeerIdle: (ms: number) => {
      if (used === channel()) presence.idle(ms)
    },
    onMessage: (message: ToFrame) => {
      const from = channel()
      if (isOver() || from === undefined) return
      if (message.is === 'hello') return greet(from, comparison)
      if (used !== from) return
      presence.heard()
      if (isAsked) return
      if (message.is === 'approved') events.onApproved({ request: message.request, limit: message.limit })
      if (message.is === 'cancelled') events.onCancelled()
      if (message.is === 'closed') presence.left()
    },
  })
  const stopListening = acceptPort(page, { id, isOpened: (source) => source === popup }, (channel) => {
    return hear(channel)
  })
  let mailbox: ConfirmChannel<ToWindow> | undefined
  const openBox = async () => {
    const sealing = await createMessageEncryption(secret)
    if (isOver() || used !== undefined || mailbox !== undefined) return
    mailbox = openMailbox<ToWindow, ToFrame>(
      ports.mailbox,
      { id, sealing, sends: 'to-window' },
      toFrameSchema,
      hear(() => mailbox, sealing.comparison),
      { first: { is: 'ready' } },
    )
  }
  signal.addEventListener('abort', () => {
    for (const cancel of timers) cancel()
    presence.stop()
    stopListening()
    const open = used ?? mailbox
    // What was sent last goes out first.
    clock.after(lookMs, () => open?.close())
    if (mailbox !== open) mailbox?.close()
  })

  const look = () => {
    if (popup?.closed && used?.way !== 'mailbox') close()
    else later(lookMs, look)
  }
  if (popup) later(lookMs, look)
  else void openBox()
  later(confirmReachMs, () => {
    if (used !== undefined) return
    void openBox()
    show({ stage: 'unreached' })
  })
  later(confirmLifetimeMs, () => {
    if (isAsked) return
    end('expired')
    show({ stage: 'closed' })
  })
  events.onChange(shown)
  return {
    asked: () => {
      isAsked = true
      used?.send({ is: 'asked' })
    },
    end,
  }
}
