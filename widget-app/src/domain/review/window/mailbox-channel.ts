import { getMailboxMessages, type MailboxDirection, postMailboxMessage } from '#shared/api/mailbox.ts'
import { parseWire, type Wire } from '#shared/bounded.ts'
import { confirmReachMs, mailboxMessageLimit, mailboxSealedMaxLength } from '#shared/config/limits.ts'
import type { ToFrame, ToWindow } from '#shared/confirm/messages.ts'
import { sleep } from '#widget/lib/async.ts'
import { type ApiBase, type HttpPorts, httpStatusOf, request } from '#widget/lib/http.ts'
import type { ChannelEvents, ConfirmChannel } from './confirm-channel.ts'
import type { Sealing } from './sealing.ts'

/** What a mailbox is reached by. */
export type MailboxPorts = HttpPorts & { readonly api: ApiBase }

type Ends = {
  readonly id: string
  readonly sealing: Sealing
  readonly sends: MailboxDirection
}

const otherDirection = (direction: MailboxDirection): MailboxDirection =>
  direction === 'to-frame' ? 'to-window' : 'to-frame'

/** Time before the mailbox is read again after the server could not be reached, and while there is none yet. */
const againMs = 500

/**
 * One end of a mailbox (`shared/api/mailbox.ts`). Messages count from 1 in each direction; a message that was sealed by
 * another key, for another direction or number, that comes twice or out of order, or that does not parse, ends the channel:
 * what follows it proves nothing.
 */
export function openMailbox<Out extends ToFrame | ToWindow, In extends ToFrame | ToWindow>(
  ports: MailboxPorts,
  { id, sealing, sends }: Ends,
  schema: Wire<In>,
  { onMessage, onLost }: ChannelEvents<In>,
  first?: Out,
): ConfirmChannel<Out> {
  const stop = new AbortController()
  const { signal } = stop
  const lose = () => {
    if (signal.aborted) return
    stop.abort()
    onLost()
  }
  let sent = 0
  let sending: Promise<void> = Promise.resolve()
  const post = async (message: Out): Promise<void> => {
    sent += 1
    const sequence = sent
    const sealed = await sealing.seal(sends, sequence, JSON.stringify(message))
    if (sequence > mailboxMessageLimit || sealed.length > mailboxSealedMaxLength)
      throw new RangeError('The mailbox takes no such message')
    const body = { direction: sends, sequence, sealed }
    const input = { params: { id }, query: {}, body, idempotent: true, signal }
    await request(ports, ports.api, postMailboxMessage, input)
  }
  const send = (message: Out) => {
    if (signal.aborted) return
    sending = sending.then(() => post(message)).catch(lose)
  }

  const direction = otherDirection(sends)
  let received = 0
  const read = async ({ sequence, sealed }: { readonly sequence: number; readonly sealed: string }) => {
    if (sequence !== received + 1) throw new RangeError('A message is missing, or came twice')
    const parsed = parseWire(schema, JSON.parse(await sealing.open(direction, sequence, sealed)))
    if (!parsed.success) throw new TypeError('That is no message')
    received = sequence
    if (!signal.aborted) onMessage(parsed.data)
  }
  const take = () =>
    request(ports, ports.api, getMailboxMessages, {
      params: { id },
      query: { direction, after: String(received) },
      signal,
    }).then(
      ({ messages }) => ({ is: 'taken' as const, messages }),
      (error: unknown) => ({ is: 'failed' as const, status: httpStatusOf(error) }),
    )
  const poll = async (): Promise<void> => {
    const startedAt = ports.clock.now()
    await sending
    while (!signal.aborted) {
      const taken = await take()
      if (signal.aborted) return
      if (taken.is === 'taken') {
        for (const message of taken.messages) await read(message)
        continue
      }
      // The frame may still be making it; later than that there is none.
      const isUnknown = taken.status === 404
      if (isUnknown && (received > 0 || ports.clock.now() - startedAt > confirmReachMs)) return lose()
      await sleep(ports.clock, againMs, signal)
    }
  }
  if (first !== undefined) send(first)
  poll().catch(lose)
  return { way: 'mailbox', send, close: () => stop.abort() }
}
