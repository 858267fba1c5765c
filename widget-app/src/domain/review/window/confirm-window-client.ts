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

/** What a frame opens its confirm window with and reaches it by. */
export type ConfirmWindowClientPorts = {
  readonly clock: Clock
  readonly openWindow: OpenWindow
  readonly page: DocumentMessages
  readonly mailbox: MailboxPorts
}

/** What the user approved in the window. */
export type WindowApproval = Omit<Extract<ToFrame, { is: 'approved' }>, 'is'>

export type ConfirmWindowClientEvents = {
  /** The frame's request, once the window is connected. */
  readonly offer: (id: string) => ConfirmOffer
  readonly onChange: (window: ConfirmWindowState) => void
  readonly onApproved: (approved: WindowApproval) => void
  readonly onCancelled: () => void
}

/** An open confirm window, from the frame's side. */
export type ConfirmWindowClient = {
  /** The wallet has the request. */
  asked(): void
  /** The request has ended; further messages of the window are ignored. */
  end(how: ConfirmEnd): void
}

const features = 'popup,width=440,height=760'

/** Interval of checking whether the user closed the window, in milliseconds. */
const lookMs = 500

/** Whether the window can receive a request: a larger one cannot be reviewed. */
const canBeSent = (offer: ConfirmOffer): boolean =>
  confirmOfferSchema.fits(offer) &&
  new TextEncoder().encode(JSON.stringify(offer)).length <= confirmMessageMaxBytes

/**
 * Opens a confirm window. Call it during the user's click. The frame reaches it by its opener, or by the mailbox if the
 * opener is severed (a host with Cross-Origin-Opener-Policy, a link in another browser); the transport of the first message
 * is used. A window that has not connected within `confirmReachMs` may still connect, and so may a reloaded one. For a
 * request that is too large, no window opens.
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
  /** Final: the window cannot reconnect. */
  const close = () => {
    if (isOver() || isAsked) return
    end()
    show({ stage: 'closed' })
  }
  /** The window unloaded or is silent; one that was reloaded, or only suspended, reconnects. */
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
    // A reloaded window reads the mailbox from its start; a new port delivers nothing by itself.
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
  /** Handles the messages of one transport; `hello` selects it. */
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
    // The last message is sent first.
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
