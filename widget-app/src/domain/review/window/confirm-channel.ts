import type { ToFrame, ToWindow } from '#shared/confirm/messages.ts'

/** One end of the channel between a frame and its confirm window, over either transport. */
export type ConfirmChannel<Out extends ToFrame | ToWindow> = {
  /** `opener`: a MessagePort between the two documents; `mailbox`: encrypted messages through the server. */
  readonly transport: 'opener' | 'mailbox'
  /** Sends in order; a message that cannot be sent is reported by `onLost`. */
  send(message: Out): void
  /** Sends a last message while the document unloads, if possible; only used by the window's end. */
  leave(): void
  close(): void
}

/** Callbacks of a channel's owner. */
export type ChannelEvents<In extends ToFrame | ToWindow> = {
  /** A parsed message of the other end, in order and once. */
  readonly onMessage: (message: In) => void
  /** The channel is lost; called at most once, and never after `close`. */
  readonly onLost: () => void
  /**
   * Time since the other end last read the mailbox, in milliseconds, as the server reports it; not called before its first
   * read.
   */
  readonly onPeerIdle?: (ms: number) => void
}
