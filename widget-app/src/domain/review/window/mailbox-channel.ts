import { endpointUrl } from '#shared/api/endpoint.ts'
import { getMailboxMessages, type MailboxDirection, postMailboxMessage } from '#shared/api/mailbox.ts'
import { confirmReachMs, mailboxMessageLimit, mailboxSealedMaxLength } from '#shared/config/limits.ts'
import type { ToFrame, ToWindow } from '#shared/confirm/messages.ts'
import { parseWire, type Wire } from '#shared/wire-schema.ts'
import { sleep } from '#widget/lib/async.ts'
import { type ApiBase, fetchEndpoint, type HttpPorts, httpStatusOf } from '#widget/lib/http.ts'
import type { ChannelEvents, ConfirmChannel } from './confirm-channel.ts'
import { joinChunks, splitMessage } from './message-chunks.ts'
import type { MessageEncryption } from './message-encryption.ts'

/** What a mailbox is reached by. */
export type MailboxPorts = HttpPorts & { readonly api: ApiBase }

type MailboxEnd = {
  readonly id: string
  readonly encryption: MessageEncryption
  readonly sends: MailboxDirection
  /** The document was loaded before: its messages continue after those in the mailbox. */
  readonly isResumed?: boolean
}

const otherDirection = (direction: MailboxDirection): MailboxDirection =>
  direction === 'to-frame' ? 'to-window' : 'to-frame'

/**
 * Time before the mailbox is read again after the server could not be reached, and while there is none yet, in milliseconds.
 */
const retryMs = 500

/** What an end sends besides its messages. */
export type MailboxDirections<Out> = {
  /** Sent at once. */
  readonly initial?: Out
  /** Encrypted in advance, so that `leave` can send it while the document unloads. */
  readonly final?: Out
}

/**
 * One end of a mailbox (`shared/api/mailbox.ts`). Messages are numbered from 1 in each direction, and large ones are sent in
 * chunks (`message-chunks.ts`). The channel ends at a message that was encrypted with another key, for another direction or
 * number, that arrives twice, out of order or incomplete, or that does not parse: messages after it cannot be trusted.
 */
export function openMailbox<Out extends ToFrame | ToWindow, In extends ToFrame | ToWindow>(
  ports: MailboxPorts,
  { id, encryption, sends, isResumed = false }: MailboxEnd,
  schema: Wire<In>,
  { onMessage, onLost, onPeerIdle }: ChannelEvents<In>,
  { initial, final }: MailboxDirections<Out> = {},
): ConfirmChannel<Out> {
  const stop = new AbortController()
  const { signal } = stop
  const fail = () => {
    if (signal.aborted) return
    stop.abort()
    onLost()
  }
  const read = (direction: MailboxDirection, after: number) =>
    fetchEndpoint(ports, ports.api, getMailboxMessages, {
      params: { id },
      query: { direction, after: String(after) },
      signal,
    })

  let sent = 0
  let unsent = 0
  let lastMessage: { readonly sequence: number; readonly sealed: string } | undefined
  const seal = async (text: string, sequence: number) => {
    const sealed = await encryption.seal(sends, sequence, text)
    if (sequence > mailboxMessageLimit || sealed.length > mailboxSealedMaxLength)
      throw new RangeError('The mailbox takes no such message')
    return { direction: sends, sequence, sealed }
  }
  const sealLastMessage = async () => {
    const sequence = sent + 1
    const [lastChunk] = final === undefined ? [] : splitMessage(JSON.stringify(final))
    if (lastChunk !== undefined && sequence <= mailboxMessageLimit)
      lastMessage = await seal(lastChunk, sequence)
  }
  /** Sequence of the last message that this end has posted, which a former document may have done. */
  const readLastSequence = async () => (await read(sends, 0)).messages.at(-1)?.sequence ?? 0
  const postChunk = async (chunk: string): Promise<void> => {
    const body = await seal(chunk, sent + 1)
    try {
      await fetchEndpoint(ports, ports.api, postMailboxMessage, {
        params: { id },
        query: {},
        body,
        idempotent: true,
        signal,
      })
      sent += 1
    } catch (error) {
      if (!isResumed || httpStatusOf(error) !== 409) throw error
      // What the former document posted while it unloaded arrived after `resume` had read.
      const last = await readLastSequence()
      if (last <= sent) throw error
      sent = last
      return postChunk(chunk)
    }
  }
  const post = async (message: Out): Promise<void> => {
    for (const chunk of splitMessage(JSON.stringify(message))) await postChunk(chunk)
    await sealLastMessage()
  }
  const resume = async (): Promise<void> => {
    // The server waits if there is none; a wrong guess is corrected by `postChunk`.
    if (isResumed)
      sent = await Promise.race([readLastSequence(), sleep(ports.clock, retryMs, signal).then(() => 0)])
    await sealLastMessage()
  }
  let sending: Promise<void> = resume()
  sending.catch(fail)
  const send = (message: Out) => {
    if (signal.aborted) return
    unsent += 1
    sending = sending.then(async () => {
      await post(message)
      unsent -= 1
    })
    sending.catch(fail)
  }

  const direction = otherDirection(sends)
  const join = joinChunks()
  let received = 0
  const open = async ({ sequence, sealed }: { readonly sequence: number; readonly sealed: string }) => {
    if (sequence !== received + 1) throw new RangeError('A message is missing, or came twice')
    const text = join(await encryption.open(direction, sequence, sealed))
    received = sequence
    if (text === undefined) return
    const parsed = parseWire(schema, JSON.parse(text))
    if (!parsed.success) throw new TypeError('That is no message')
    if (!signal.aborted) onMessage(parsed.data)
  }
  const receive = () =>
    read(direction, received).then(
      (batch) => ({ is: 'taken' as const, ...batch }),
      (error: unknown) => ({ is: 'failed' as const, status: httpStatusOf(error) }),
    )
  const poll = async (): Promise<void> => {
    const startedAt = ports.clock.now()
    await sending
    while (!signal.aborted) {
      const batch = await receive()
      if (signal.aborted) return
      if (batch.is === 'taken') {
        for (const message of batch.messages) await open(message)
        if (batch.peerIdleMs !== undefined && !signal.aborted) onPeerIdle?.(batch.peerIdleMs)
        continue
      }
      // The frame may still be creating it; after that time there is none.
      const isUnknown = batch.status === 404
      if (isUnknown && (received > 0 || ports.clock.now() - startedAt > confirmReachMs)) return fail()
      await sleep(ports.clock, retryMs, signal)
    }
  }
  if (initial !== undefined) send(initial)
  poll().catch(fail)
  return {
    transport: 'mailbox',
    send,
    leave: () => {
      // A skipped number would end the channel: nothing is sent while a message is in flight.
      if (signal.aborted || unsent > 0 || lastMessage?.sequence !== sent + 1) return
      sent += 1
      const url = endpointUrl(ports.api.baseUrl, postMailboxMessage, { id }, {}, ports.api.common)
      const body = JSON.stringify({ direction: sends, ...lastMessage })
      const headers = { 'content-type': 'application/json' }
      ports
        .fetch(url, { method: postMailboxMessage.method, keepalive: true, headers, body })
        .catch(() => undefined)
    },
    close: () => stop.abort(),
  }
}
