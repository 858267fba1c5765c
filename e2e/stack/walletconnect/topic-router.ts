import { createHash } from 'node:crypto'
import { createMessageQueue, type QueuedMessage } from './message-queue.ts'
import type { Call } from './relay-frames.ts'

/** A client's open connection. */
export type Peer = { readonly clientId: string; readonly send: (frame: object) => void }

/** Tags of the protocol for a proposal and for the two messages of an approval. */
const tags = { proposal: 1100, proposalAnswer: 1101, settlement: 1102 }
const defaultTtlSeconds = 300
const longestTtlSeconds = 30 * 86_400

type Outgoing = {
  readonly topic: string
  readonly message: string
  readonly ttl?: number | undefined
  readonly tag?: number | undefined
  readonly attestation?: string | undefined
}

export type TopicRouter = ReturnType<typeof createTopicRouter>

/**
 * Delivers messages between peers that subscribe to the same topic. A message is stored until one recipient acknowledges it. A
 * peer that was offline, or whose connection closed before its receipt, receives the message when it subscribes again.
 */
export function createTopicRouter(now: () => number) {
  const letters = createMessageQueue(now)
  const readers = new Map<string, Set<Peer>>()
  const unconfirmed = new Map<Peer, Map<number, QueuedMessage>>()
  // Clients identify pushes by an id that is unique over all their connections.
  let pushId = now() * 1_000
  let published = 0

  function push(peer: Peer, letter: QueuedMessage): void {
    pushId += 1
    const { topic, message, publishedAt, tag, attestation } = letter
    const handed = unconfirmed.get(peer) ?? new Map<number, QueuedMessage>()
    unconfirmed.set(peer, handed.set(pushId, letter))
    peer.send({
      id: pushId,
      jsonrpc: '2.0',
      method: 'irn_subscription',
      params: {
        id: subscriptionId(topic, peer.clientId),
        data: { topic, message, publishedAt, tag, attestation },
      },
    })
  }

  function publish(from: string, { topic, message, ttl, tag = 0, attestation }: Outgoing): void {
    published += 1
    const publishedAt = now()
    const livesMs = Math.min(ttl ?? defaultTtlSeconds, longestTtlSeconds) * 1_000
    const letter = { topic, message, tag, attestation, from, publishedAt, expiresAt: publishedAt + livesMs }
    const kept = letters.keep(letter)
    if (kept !== letter) return
    for (const peer of readers.get(topic) ?? []) if (peer.clientId !== from) push(peer, letter)
  }

  function subscribe(peer: Peer, topic: string): void {
    readers.set(topic, (readers.get(topic) ?? new Set()).add(peer))
    const handed = new Set(unconfirmed.get(peer)?.values())
    for (const letter of letters.waitingFor(peer.clientId, topic)) if (!handed.has(letter)) push(peer, letter)
  }

  function unsubscribe(peer: Peer, topic: string): void {
    const left = readers.get(topic)
    left?.delete(peer)
    if (left?.size === 0) readers.delete(topic)
  }

  const fetchFor = (peer: Peer, topics: readonly string[]) => ({
    messages: topics
      .flatMap((topic) => letters.waitingFor(peer.clientId, topic))
      .map(({ topic, message, publishedAt, tag }) => ({ topic, message, publishedAt, tag })),
    hasMore: false,
  })

  /** Executes a call. Returns its result, and what to do after the response. */
  function perform(peer: Peer, { method, params }: Call): { result: unknown; afterwards?: () => void } {
    switch (method) {
      case 'irn_publish':
        publish(peer.clientId, params)
        return { result: true }
      case 'irn_batchPublish':
        for (const message of params.messages) publish(peer.clientId, message)
        return { result: true }
      case 'irn_subscribe':
        return {
          result: subscriptionId(params.topic, peer.clientId),
          afterwards: () => subscribe(peer, params.topic),
        }
      case 'irn_batchSubscribe':
        return {
          result: params.topics.map((topic) => subscriptionId(topic, peer.clientId)),
          afterwards: () => {
            for (const topic of params.topics) subscribe(peer, topic)
          },
        }
      case 'irn_unsubscribe':
        unsubscribe(peer, params.topic)
        return { result: true }
      case 'irn_batchUnsubscribe':
        for (const { topic } of params.subscriptions) unsubscribe(peer, topic)
        return { result: true }
      case 'irn_fetchMessages':
        return { result: fetchFor(peer, [params.topic]) }
      case 'irn_batchFetchMessages':
        return { result: fetchFor(peer, params.topics) }
      case 'wc_proposeSession': {
        const { pairingTopic: topic, sessionProposal: message, ttl, attestation } = params
        publish(peer.clientId, { topic, message, ttl, attestation, tag: tags.proposal })
        return { result: true, afterwards: () => subscribe(peer, topic) }
      }
      case 'wc_approveSession': {
        const { pairingTopic, sessionTopic, ttl } = params
        return {
          result: true,
          afterwards() {
            subscribe(peer, sessionTopic)
            const answer = { topic: pairingTopic, message: params.sessionProposalResponse, ttl }
            publish(peer.clientId, { ...answer, tag: tags.proposalAnswer })
            const settlement = { topic: sessionTopic, message: params.sessionSettlementRequest, ttl }
            publish(peer.clientId, { ...settlement, tag: tags.settlement })
          },
        }
      }
    }
  }

  return {
    answer(peer: Peer, call: Call): void {
      const { result, afterwards } = perform(peer, call)
      peer.send({ id: call.id, jsonrpc: '2.0', result })
      afterwards?.()
    },
    /** Removes a message that a peer has received. */
    confirm(peer: Peer, id: number): void {
      const handed = unconfirmed.get(peer)
      const letter = handed?.get(id)
      if (letter === undefined) return
      handed?.delete(id)
      letters.remove(letter)
    },
    leave(peer: Peer): void {
      unconfirmed.delete(peer)
      for (const topic of [...readers.keys()]) unsubscribe(peer, topic)
    },
    counts: () => ({ waiting: letters.count(), topics: readers.size, published }),
    forgetLetters: letters.forgetAll,
  }
}

/** SHA-256 over topic and client id, which clients compute too. */
function subscriptionId(topic: string, clientId: string): string {
  return createHash('sha256').update(`${topic}${clientId}`).digest('hex')
}
