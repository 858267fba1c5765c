import type { WalletSignatures } from '#shared/api/embedded-account.ts'
import type { Clock } from '#shared/channel/clock.ts'
import { confirmLifetimeMs, confirmMessageMaxBytes, confirmReachMs } from '#shared/config/limits.ts'
import {
  type ConfirmEnd,
  type ConfirmOffer,
  confirmOfferSchema,
  type ToFrame,
  type ToWindow,
  toFrameSchema,
  type VaultOffer,
  vaultOfferSchema,
} from '#shared/confirm/messages.ts'
import type { ConfirmWindowState } from '#widget/domain/review-queue/reviews.ts'
import type { DocumentMessages } from '#widget/lib/page/document-messages.ts'
import type { OpenWindow } from '#widget/lib/popup.ts'
import type { ConfirmChannel } from './confirm-channel.ts'
import { newConfirmSecret, windowUrl } from './confirm-url.ts'
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
  /** URL of the window's document: the confirm window's, or the vault's on its own origin. */
  readonly document: string
}

/** What the user approved in the window. */
export type WindowApproval = Omit<Extract<ToFrame, { is: 'approved' }>, 'is'>

export type ConfirmWindowClientEvents = {
  /** What the frame sends, once the window is connected. */
  readonly offer: (id: string) => ConfirmOffer | VaultOffer
  readonly onChange: (window: ConfirmWindowState) => void
  readonly onApproved: (approved: WindowApproval) => void
  readonly onCancelled: () => void
  /** Resolves to a ticket of the user's session, for the vault. */
  readonly requestTicket?: () => Promise<string>
  /** Resolves to a challenge for the wallet's keys, for the vault. */
  readonly requestChallenge?: () => Promise<string>
  readonly onProved?: (signatures: WalletSignatures) => void
  readonly onWalletReady?: () => void
  readonly onLoggedIn?: (ticket: string) => void
  /** Resolves to the index of the vault's frame once it has loaded, for the vault's window. */
  readonly loadPaymentFrame?: () => Promise<number>
  /** From the vault's frame: it shows the request. */
  readonly onShown?: () => void
  /** From the vault's frame: the request needs the vault's window. */
  readonly onWindowNeeded?: (hasLimit: boolean) => void
}

/** An open confirm window, from the frame's side. */
export type ConfirmWindowClient = {
  /** The wallet has the request. */
  markSent(): void
  /** The request has ended; further messages of the window are ignored. */
  end(how: ConfirmEnd): void
}

const features = 'popup,width=440,height=760'

/** Interval of checking whether the user closed the window, in milliseconds. */
const closedCheckMs = 500

/** Whether the window can receive a request: a larger one cannot be reviewed. */
const canBeSent = (offer: ConfirmOffer | VaultOffer): boolean =>
  (confirmOfferSchema.fits(offer) || vaultOfferSchema.fits(offer)) &&
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
  const url = windowUrl(ports.document, secret)
  if (!canBeSent(events.offer(id))) {
    events.onChange({ stage: 'too-large', address: url, comparison: undefined, show: undefined })
    return { markSent: () => undefined, end: () => undefined }
  }
  const popup = ports.openWindow(url, features)
  const stop = new AbortController()
  const { signal } = stop
  const timers = new Set<() => void>()
  const setTimer = (ms: number, run: () => void) => {
    const cancel = clock.after(ms, () => {
      timers.delete(cancel)
      run()
    })
    timers.add(cancel)
  }
  let active: ConfirmChannel<ToWindow> | undefined
  let isSent = false
  let state: ConfirmWindowState = {
    stage: 'opening',
    address: url,
    comparison: undefined,
    show: popup ? () => popup.focus() : undefined,
  }
  const show = (change: Partial<ConfirmWindowState>) => {
    state = { ...state, ...change }
    events.onChange(state)
  }
  const hasEnded = () => signal.aborted
  const end = (how?: ConfirmEnd) => {
    if (hasEnded()) return
    if (how !== undefined) active?.send({ is: 'ended', how })
    stop.abort()
  }
  /** Final: the window cannot reconnect. */
  const close = () => {
    if (hasEnded() || isSent) return
    end()
    show({ stage: 'closed' })
  }
  /** The window unloaded or is silent; one that was reloaded, or only suspended, reconnects. */
  const markAway = () => {
    if (!hasEnded() && !isSent && state.stage === 'waiting') show({ stage: 'closed' })
  }
  const heartbeat = watchHeartbeat(clock, {
    isWatched: () => !hasEnded() && !isSent && active !== undefined,
    ping: () => {
      if (active?.transport === 'opener') active.send({ is: 'ping' })
      return active?.transport === 'opener'
    },
    onAway: markAway,
    onBack: () => {
      if (!hasEnded() && !isSent && state.stage === 'closed') show({ stage: 'waiting' })
    },
  })

  const onHello = (from: ConfirmChannel<ToWindow>, comparison: string | undefined) => {
    // A reloaded window reads the mailbox from its start; a new port delivers nothing by itself.
    const isNew = from !== active
    if (isNew) {
      active?.close()
      active = from
      from.send(events.offer(id))
      if (from.transport === 'opener') mailbox?.close()
    }
    if (isSent && isNew) from.send({ is: 'asked' })
    if (!isSent) show({ stage: 'waiting', comparison })
    heartbeat.onHello()
  }
  /** Without a ticket the vault stays as it is, and says that the user is not logged in. */
  const respond = (to: ConfirmChannel<ToWindow>, response: Promise<ToWindow> | undefined) => {
    response?.then(
      (message) => {
        if (!hasEnded()) to.send(message)
      },
      () => {
        if (!hasEnded()) to.send({ is: 'ticket-refused' })
      },
    )
  }
  /** Without the frame the vault offers no spending limit. */
  const sendPaymentFrame = (to: ConfirmChannel<ToWindow>) => {
    const send = (index: number) => {
      if (!hasEnded()) to.send({ is: 'payment-frame', index })
    }
    events.loadPaymentFrame?.().then(send, () => undefined)
  }
  /** Handles the messages of one transport; `hello` selects it. */
  const channelEvents = (channel: () => ConfirmChannel<ToWindow> | undefined, comparison?: string) => ({
    onLost: () => {
      if (active !== undefined && active === channel()) close()
    },
    onPeerIdle: (ms: number) => {
      if (active === channel()) heartbeat.onPeerIdle(ms)
    },
    onMessage: (message: ToFrame) => {
      const from = channel()
      if (hasEnded() || from === undefined) return
      if (message.is === 'hello') return onHello(from, comparison)
      if (active !== from) return
      heartbeat.onMessage()
      if (isSent) return
      if (message.is === 'approved') {
        const { is: _, ...approval } = message
        events.onApproved(approval)
      }
      if (message.is === 'ticket-wanted')
        respond(
          from,
          events.requestTicket?.().then((ticket) => ({ is: 'ticket', ticket })),
        )
      if (message.is === 'challenge-wanted')
        respond(
          from,
          events.requestChallenge?.().then((challenge) => ({ is: 'challenge', challenge })),
        )
      if (message.is === 'proved') events.onProved?.(message.signatures)
      if (message.is === 'wallet-ready') events.onWalletReady?.()
      if (message.is === 'logged-in') events.onLoggedIn?.(message.ticket)
      if (message.is === 'payment-frame-wanted') sendPaymentFrame(from)
      if (message.is === 'shown') events.onShown?.()
      if (message.is === 'window-needed') events.onWindowNeeded?.(message.hasLimit)
      if (message.is === 'cancelled') events.onCancelled()
      if (message.is === 'closed') heartbeat.onUnload()
    },
  })
  const stopListening = acceptPort(
    page,
    { id, origin: new URL(ports.document).origin, isOpened: (source) => source === popup },
    (channel) => {
      return channelEvents(channel)
    },
  )
  let mailbox: ConfirmChannel<ToWindow> | undefined
  const openMailboxChannel = async () => {
    const encryption = await createMessageEncryption(secret)
    if (hasEnded() || active !== undefined || mailbox !== undefined) return
    mailbox = openMailbox<ToWindow, ToFrame>(
      ports.mailbox,
      { id, encryption, sends: 'to-window' },
      toFrameSchema,
      channelEvents(() => mailbox, encryption.comparison),
      { initial: { is: 'ready' } },
    )
  }
  signal.addEventListener('abort', () => {
    for (const cancel of timers) cancel()
    heartbeat.stop()
    stopListening()
    const open = active ?? mailbox
    // The last message is sent first.
    clock.after(closedCheckMs, () => open?.close())
    if (mailbox !== open) mailbox?.close()
  })

  const checkClosed = () => {
    if (popup?.closed && active?.transport !== 'mailbox') close()
    else setTimer(closedCheckMs, checkClosed)
  }
  if (popup) setTimer(closedCheckMs, checkClosed)
  else void openMailboxChannel()
  setTimer(confirmReachMs, () => {
    if (active !== undefined) return
    void openMailboxChannel()
    show({ stage: 'unreached' })
  })
  setTimer(confirmLifetimeMs, () => {
    // A task in the vault, such as writing down a code, takes as long as its window is open. A mailbox does not last longer.
    const isTask = events.offer(id).is === 'vault-offer' && active?.transport === 'opener'
    if (isSent || isTask) return
    end('expired')
    show({ stage: 'closed' })
  })
  events.onChange(state)
  return {
    markSent: () => {
      isSent = true
      active?.send({ is: 'asked' })
    },
    end,
  }
}
