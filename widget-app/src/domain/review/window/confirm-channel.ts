import type { ToFrame, ToWindow } from '#shared/confirm/messages.ts'

/** One end of the way between a frame and its confirm window, whichever way it is. */
export type ConfirmChannel<Out extends ToFrame | ToWindow> = {
  /** `opener`: a MessagePort between the two documents; `mailbox`: sealed messages through the server. */
  readonly way: 'opener' | 'mailbox'
  /** Sends in order; what cannot be sent is reported as lost. */
  send(message: Out): void
  /** Says goodbye while the document unloads, as far as it can; only a window's end does. */
  leave(): void
  close(): void
}

/** What the owner of a channel hears. */
export type ChannelEvents<In extends ToFrame | ToWindow> = {
  /** A parsed message of the other end, in order and once. */
  readonly onMessage: (message: In) => void
  /** Nothing comes or goes any more; called at most once, and never after `close`. */
  readonly onLost: () => void
  /** For how long the other end has not read the mailbox; the server says so, and says nothing before it first did. */
  readonly onPeerIdle?: (ms: number) => void
}
