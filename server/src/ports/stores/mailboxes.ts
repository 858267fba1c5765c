import type { MailboxDirection } from '../../../../shared/api/mailbox.ts'

/** A sealed message of the confirm window; the server cannot read it. */
export type SealedMessage = { readonly sequence: number; readonly sealed: string }

/**
 * `unknown`: no such mailbox; `taken`: another message has that number; `full`: the direction has reached its size limit.
 */
export type PostResult = 'stored' | 'unknown' | 'taken' | 'full'

export type MailboxStore = {
  /** Creates the mailbox unless it exists. Replaces an expired one. */
  readonly open: (id: string, expiresAtMs: number, nowMs: number) => Promise<void>
  /**
   * Posting the same message again returns `stored`. `maxLength`: of all messages of the direction together, in characters.
   */
  readonly post: (
    id: string,
    direction: MailboxDirection,
    message: SealedMessage,
    maxLength: number,
    nowMs: number,
  ) => Promise<PostResult>
  /** Messages after a sequence number, in order; undefined without a mailbox. */
  readonly after: (
    id: string,
    direction: MailboxDirection,
    sequence: number,
    nowMs: number,
  ) => Promise<readonly SealedMessage[] | undefined>
  /** Records that the reader of a direction waits until `untilMs`; a reader that stopped records `nowMs`. */
  readonly recordReader: (id: string, direction: MailboxDirection, untilMs: number) => Promise<void>
  /** Until when the reader of a direction is known to be waiting; undefined if it never read. */
  readonly readerWaitsUntil: (id: string, direction: MailboxDirection) => Promise<number | undefined>
}
