import { readWindowMessage } from '#shared/channel/message-event.ts'

/** A message to a document, read through the platform's own getters. */
export type DocumentMessage = {
  readonly data: unknown
  readonly origin: string
  readonly source: { postMessage(message: unknown, options: WindowPostMessageOptions): void } | null
  readonly ports: readonly MessagePort[]
}

/** Messages to a document, and its own origin. */
export type DocumentMessages = {
  readonly origin: string
  /** Calls `run` with each message that no script forged; returns the unsubscribe function. */
  listen(run: (message: DocumentMessage) => void): () => void
}

/** The messages of a window. */
export const documentMessages = (page: Window): DocumentMessages => ({
  origin: page.location.origin,
  listen: (run) => {
    const onMessage = (event: MessageEvent) => {
      const message = readWindowMessage(event)
      if (message) run(message)
    }
    page.addEventListener('message', onMessage)
    return () => page.removeEventListener('message', onMessage)
  },
})
