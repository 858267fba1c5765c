import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import * as z from 'zod/mini'
import {
  getMailboxMessages,
  type MailboxDirection,
  mailboxIdSchema,
  postMailboxMessage,
} from '#shared/api/mailbox.ts'
import { confirmLifetimeMs, mailboxTotalMaxLength, mailboxWaitMs } from '#shared/config/limits.ts'
import { Refusal, readJson, refused } from './mount.ts'

type Message = { readonly sequence: number; readonly sealed: string }
/** Who reads a direction: how many requests wait, and when the last one was answered. */
type Reader = { waiting: number; readAt: number | undefined }
type Mailbox = {
  readonly expiresAt: number
  readonly readers: Readonly<Record<MailboxDirection, Reader>>
  readonly messages: Readonly<Record<MailboxDirection, Map<number, string>>>
  readonly waiting: Set<() => void>
}

const other = (direction: MailboxDirection): MailboxDirection =>
  direction === 'to-frame' ? 'to-window' : 'to-frame'

const unknown = () => new Refusal(404, 'There is no such mailbox')

/** Mailboxes in memory. The server knows ids, numbers and sizes, and can read nothing. */
export function createMailboxes(now: () => number = Date.now) {
  const boxes = new Map<string, Mailbox>()

  const find = (id: string): Mailbox | undefined => {
    for (const [name, { expiresAt }] of boxes) if (expiresAt <= now()) boxes.delete(name)
    return boxes.get(id)
  }
  const create = (id: string): Mailbox => {
    const box: Mailbox = {
      expiresAt: now() + confirmLifetimeMs,
      messages: { 'to-window': new Map(), 'to-frame': new Map() },
      readers: {
        'to-window': { waiting: 0, readAt: undefined },
        'to-frame': { waiting: 0, readAt: undefined },
      },
      waiting: new Set(),
    }
    boxes.set(id, box)
    return box
  }
  const after = ({ messages }: Mailbox, direction: MailboxDirection, last: number): readonly Message[] =>
    [...messages[direction]]
      .filter(([sequence]) => sequence > last)
      .map(([sequence, sealed]) => ({ sequence, sealed }))
      .toSorted((a, b) => a.sequence - b.sequence)

  return {
    /** @throws Refusal 404 without a mailbox, unless it is the frame's first message; 409 for a number that is taken; 413. */
    post(id: string, direction: MailboxDirection, { sequence, sealed }: Message): void {
      const isFirst = direction === 'to-window' && sequence === 1
      const box = find(id) ?? (isFirst ? create(id) : undefined)
      if (box === undefined) throw unknown()
      const { [direction]: kept } = box.messages
      const before = kept.get(sequence)
      if (before !== undefined && before !== sealed) throw new Refusal(409, 'That number is taken')
      const length = [...kept.values()].reduce((sum, one) => sum + one.length, before ? 0 : sealed.length)
      if (length > mailboxTotalMaxLength) throw new Refusal(413, 'The mailbox is full')
      kept.set(sequence, sealed)
      for (const wake of [...box.waiting]) wake()
    },
    /** For how long the reader of the other direction has not read; undefined while it never has. */
    peerIdleMs(id: string, direction: MailboxDirection): number | undefined {
      const { waiting, readAt } = find(id)?.readers[other(direction)] ?? { waiting: 0, readAt: undefined }
      if (waiting > 0) return 0
      return readAt === undefined ? undefined : now() - readAt
    },
    /** Messages after a number, awaited for at most `waitMs`, or until the reader is gone. @throws Refusal 404. */
    async take(
      id: string,
      direction: MailboxDirection,
      last: number,
      { waitMs = mailboxWaitMs, signal }: { readonly waitMs?: number; readonly signal?: AbortSignal } = {},
    ): Promise<readonly Message[]> {
      const box = find(id)
      if (box === undefined) throw unknown()
      const reader = box.readers[direction]
      reader.readAt = now()
      const there = after(box, direction, last)
      if (there.length > 0 || waitMs === 0) return there
      reader.waiting += 1
      await new Promise<void>((resolve) => {
        const end = () => {
          box.waiting.delete(look)
          clearTimeout(timer)
          signal?.removeEventListener('abort', end)
          resolve()
        }
        const look = () => {
          if (after(box, direction, last).length > 0) end()
        }
        const timer = setTimeout(end, waitMs)
        box.waiting.add(look)
        signal?.addEventListener('abort', end)
      })
      reader.waiting -= 1
      reader.readAt = now()
      return after(box, direction, last)
    },
  }
}

/**
 * Serves the confirm window's mailbox. It asks for no project: the window does not know one before it has read its first
 * message, and ids of 128 random bits cannot be guessed. A deployment limits how many an address makes.
 */
export function mountMailbox(app: Hono<{ Bindings: HttpBindings }>, mailboxes = createMailboxes()): void {
  const answered = async (c: Context, answer: (id: string) => Promise<object>): Promise<Response> => {
    c.header('cache-control', 'no-store')
    try {
      const id = c.req.param('id') ?? ''
      if (!mailboxIdSchema.fits(id)) throw unknown()
      return c.json(await answer(id))
    } catch (error) {
      return refused(c, error)
    }
  }
  app.post(postMailboxMessage.path, (c) =>
    answered(c, async (id) => {
      const origin = c.req.header('origin')
      // Sandboxed pages send `null`.
      if (origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== c.req.header('host')))
        throw new Refusal(401, 'Another site has no mailbox here')
      const body = z.safeParse(postMailboxMessage.body(), readJson(await c.req.text()))
      if (!body.success) throw new Refusal(400, 'That is no message')
      mailboxes.post(id, body.data.direction, body.data)
      return {}
    }),
  )
  app.get(getMailboxMessages.path, (c) =>
    answered(c, async (id) => {
      const query = z.safeParse(getMailboxMessages.query(), c.req.query())
      if (!query.success) throw new Refusal(400, 'direction and after are needed')
      const { direction, after } = query.data
      const messages = await mailboxes.take(id, direction, Number(after), { signal: c.req.raw.signal })
      const peerIdleMs = mailboxes.peerIdleMs(id, direction)
      return { messages: [...messages], ...(peerIdleMs === undefined ? {} : { peerIdleMs }) }
    }),
  )
}
