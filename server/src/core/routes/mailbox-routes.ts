import {
  getMailboxMessages,
  type MailboxDirection,
  mailboxIdSchema,
  postMailboxMessage,
} from '../../../../shared/api/mailbox.ts'
import {
  confirmLifetimeMs,
  confirmReachMs,
  mailboxTotalMaxLength,
  mailboxWaitMs,
} from '../../../../shared/config/limits.ts'
import { parseUrl } from '../../../../shared/parse-url.ts'
import type { Clock } from '../../ports/clock.ts'
import type { MailboxStore, SealedMessage } from '../../ports/stores/mailboxes.ts'
import type { Wakeups } from '../../ports/wakeups.ts'
import { HttpError } from '../http-error.ts'
import { waitForChange } from '../wait-for-change.ts'
import { openRoute, type Route } from './route.ts'

type MailboxPorts = {
  readonly store: MailboxStore
  readonly wakeups: Wakeups
  readonly clock: Clock
  /** How long a read waits for a message, in milliseconds. */
  readonly waitMs?: number
}

const otherDirection = (direction: MailboxDirection): MailboxDirection =>
  direction === 'to-frame' ? 'to-window' : 'to-frame'

const unknownMailbox = () => new HttpError(404, 'There is no such mailbox')

function readId(id: string): string {
  if (!mailboxIdSchema.fits(id)) throw unknownMailbox()
  return id
}

/** Only the widget's documents may post. Sandboxed pages send `null`. */
function requireSameOrigin(header: (name: string) => string | undefined): void {
  const origin = header('origin')
  if (origin === undefined) return
  const url = parseUrl(origin)
  if (url === undefined || url.host !== header('host'))
    throw new HttpError(401, 'Another site has no mailbox here')
}

/**
 * The confirm window's mailbox, through which it exchanges sealed messages with the frame when no opener connects them. It
 * needs no project: the window does not know its project before it has read the first message, and ids of 128 random bits
 * cannot be guessed.
 */
export function mailboxRoutes({
  store,
  wakeups,
  clock,
  waitMs = mailboxWaitMs,
}: MailboxPorts): readonly Route[] {
  return [
    openRoute(postMailboxMessage, async ({ param, body, header }) => {
      requireSameOrigin(header)
      const id = readId(param('id'))
      const { direction, sequence, sealed } = body
      const now = clock()
      if (direction === 'to-window' && sequence === 1) await store.open(id, now + confirmLifetimeMs, now)
      const result = await store.post(id, direction, { sequence, sealed }, mailboxTotalMaxLength, now)
      switch (result) {
        case 'stored':
          wakeups.notify(`mailbox ${id} ${direction}`)
          return {}
        case 'unknown':
          throw unknownMailbox()
        case 'taken':
          throw new HttpError(409, 'That number is taken')
        case 'full':
          throw new HttpError(413, 'The mailbox is full')
      }
    }),

    openRoute(getMailboxMessages, async ({ param, query, signal }) => {
      const id = readId(param('id'))
      const { direction } = query
      const last = Number(query.after)
      // Created before the first read, so that a message that arrives between read and wait triggers a wakeup.
      const listener = wakeups.listen(`mailbox ${id} ${direction}`)
      try {
        const read = () => store.after(id, direction, last, clock())
        const hasSome = (found: readonly SealedMessage[] | undefined) => (found ?? []).length > 0
        let messages = await read()
        // The window may read before the frame has opened the mailbox by the first message.
        if (messages === undefined && last === 0)
          messages = await waitForChange(
            { listener, waitMs: Math.min(waitMs, confirmReachMs), signal },
            read,
            hasSome,
          )
        if (messages === undefined) throw unknownMailbox()
        if (messages.length === 0) {
          await store.recordReader(id, direction, clock() + waitMs)
          messages = (await waitForChange({ listener, waitMs, signal }, read, hasSome)) ?? []
        }
        const now = clock()
        await store.recordReader(id, direction, now)
        const readingUntil = await store.readerWaitsUntil(id, otherDirection(direction))
        return {
          messages: [...messages],
          ...(readingUntil === undefined ? {} : { peerIdleMs: Math.max(0, now - readingUntil) }),
        }
      } finally {
        listener.close()
      }
    }),
  ]
}
