import type { PostTarget } from '#shared/channel/message-event.ts'
import { confirmLifetimeMs } from '#shared/config/limits.ts'
import { type ToFrame, type ToWindow, toWindowSchema } from '#shared/confirm/messages.ts'
import { apiAtom, deployConfigAtom } from '#widget/core/config.ts'
import { portsAtom } from '#widget/core/ports.ts'
import type { ConfirmChannel } from '#widget/domain/review/window/confirm-channel.ts'
import type { ConfirmSecret } from '#widget/domain/review/window/confirm-url.ts'
import { openMailbox } from '#widget/domain/review/window/mailbox-channel.ts'
import { createMessageEncryption } from '#widget/domain/review/window/message-encryption.ts'
import { requestPort } from '#widget/domain/review/window/port-channel.ts'
import type { Store } from '#widget/lib/state.ts'

/** Wait this long for the opener, which may be severed or another site's page, before also using the mailbox. */
const openerTimeoutMs = 1_000

/** Interval in which the opener is checked; no event tells a window that its opener's document is gone. */
const closedCheckMs = 500

/** The window that opened this one; `closed`: its page was left or reloaded, or has removed the frame. */
export type OpenerWindow = PostTarget & { readonly closed?: boolean }

/** The mailbox requires no project, and the window receives its project only with the first message. */
const common = { projectId: 'confirm-window', st: 'drawbridge', sv: 'confirm-window' }

export type FrameEvents = {
  /** From the first channel that delivers a message. `comparison` if that is the mailbox. */
  readonly onMessage: (
    message: ToWindow,
    channel: ConfirmChannel<ToFrame>,
    comparison: string | undefined,
  ) => void
  /** No channel delivers messages any more. */
  readonly onLost: () => void
  /** The time for a request is over. */
  readonly onExpired: () => void
}

/**
 * Connects to the frame that has the secret, for the first time or, `isResumed`, after a reload: over the opener, or over
 * the mailbox if there is no opener or it does not respond. The frame's document is of `opener.origin`.
 */
export function connectToFrame(
  { store, deployed }: { readonly store: Store; readonly deployed: Promise<void> },
  opener: { readonly window: OpenerWindow | null; readonly origin: string },
  { secret, isResumed }: { readonly secret: ConfirmSecret; readonly isResumed: boolean },
  { onMessage, onLost, onExpired }: FrameEvents,
): () => void {
  const { clock, fetch, page } = store.get(portsAtom)
  let activeChannel: ConfirmChannel<ToFrame> | undefined
  let mailbox: ConfirmChannel<ToFrame> | undefined
  let isOver = false
  const listenersFor = (channel: () => ConfirmChannel<ToFrame> | undefined, comparison?: string) => ({
    onMessage: (message: ToWindow) => {
      const from = channel()
      if (isOver || from === undefined || (activeChannel !== undefined && activeChannel !== from)) return
      if (message.is === 'ready') return from.send({ is: 'hello' })
      if (message.is === 'ping') return from.transport === 'opener' ? from.send({ is: 'pong' }) : undefined
      activeChannel = from
      onMessage(message, from, comparison)
    },
    onLost: () => {
      if (!isOver && (activeChannel === undefined || activeChannel === channel())) onLost()
    },
  })
  const stopRequests = opener.window
    ? requestPort({ ...page, clock }, { window: opener.window, origin: opener.origin }, secret.id, (open) => {
        mailbox?.close()
        let channel: ConfirmChannel<ToFrame> | undefined
        channel = open(listenersFor(() => channel))
        activeChannel = channel
        channel.send({ is: 'hello' })
      })
    : () => undefined
  const openMailboxChannel = async () => {
    const [sealing] = await Promise.all([createMessageEncryption(secret), deployed])
    if (isOver || activeChannel !== undefined) return
    const api = { ...store.get(apiAtom), baseUrl: store.get(deployConfigAtom).apiUrl, common }
    mailbox = openMailbox<ToFrame, ToWindow>(
      { clock, fetch, api },
      { id: secret.id, encryption: sealing, sends: 'to-frame', isResumed },
      toWindowSchema,
      listenersFor(() => mailbox, sealing.comparison),
      { final: { is: 'closed' } },
    )
  }
  let cancelCheck = () => {}
  const checkOpener = () => {
    if (activeChannel?.transport === 'opener' && opener.window?.closed) return onLost()
    cancelCheck = clock.after(closedCheckMs, checkOpener)
  }
  if (opener.window) checkOpener()
  const cancels = [
    () => cancelCheck(),
    clock.after(opener.window ? openerTimeoutMs : 0, () => void openMailboxChannel().catch(onLost)),
    clock.after(confirmLifetimeMs, onExpired),
  ]
  return () => {
    isOver = true
    stopRequests()
    for (const cancel of cancels) cancel()
    const open = activeChannel ?? mailbox
    // After the last message has been sent.
    clock.after(openerTimeoutMs, () => open?.close())
  }
}
