import { createHash } from 'node:crypto'
import { createMessageQueue, type QueuedMessage } from './message-queue.ts'
import type { Call } from './relay-frames.ts'

/** A client's open connection. */
export type Peer = { readonly clientId: string; readonly send: (frame: object) => void }

/** Tags of the protocol for a proposal and for the two messages of an approval. */
const tags = { proposal: 1100, proposalResponse: 1101, settlement: 1102 }
const defaultTtlSeconds = 300
const maxTtlSeconds = 30 * 86_400

type PublishParams = {
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
  const queue = createMessageQueue(now)
  const subscribers = new Map<string, Set<Peer>>()
  const unacknowledged = new Map<Peer, Map<number, QueuedMessage>>()
  // Clients identify pushes by an id that is unique over all their connections.
  let pushId = now() * 1_000
  let published = 0

  function push(peer: Peer, queued: QueuedMessage): void {
    pushId += 1
    const { topic, message, publishedAt, tag, attestation } = queued
    const pushed = unacknowledged.get(peer) ?? new Map<number, QueuedMessage>()
    unacknowledged.set(peer, pushed.set(pushId, queued))
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

  function publish(from: string, { topic, message, ttl, tag = 0, attestation }: PublishParams): void {
    published += 1
    const publishedAt = now()
    const ttlMs = Math.min(ttl ?? defaultTtlSeconds, maxTtlSeconds) * 1_000
    const queued = { topic, message, tag, attestation, from, publishedAt, expiresAt: publishedAt + ttlMs }
    const stored = queue.add(queued)
    if (stored !== queued) return
    for (const peer of subscribers.get(topic) ?? []) if (peer.clientId !== from) push(peer, queued)
  }

  function subscribe(peer: Peer, topic: string): void {
    subscribers.set(topic, (subscribers.get(topic) ?? new Set()).add(peer))
    const pushed = new Set(unacknowledged.get(peer)?.values())
    for (const queued of queue.pendingFor(peer.clientId, topic)) if (!pushed.has(queued)) push(peer, queued)
  }

  function unsubscribe(peer: Peer, topic: string): void {
    const peers = subscribers.get(topic)
    peers?.delete(peer)
    if (peers?.size === 0) subscribers.delete(topic)
  }

  const fetchMessages = (peer: Peer, topics: readonly string[]) => ({
    messages: topics
      .flatMap((topic) => queue.pendingFor(peer.clientId, topic))
      .map(({ topic, message, publishedAt, tag }) => ({ topic, message, publishedAt, tag })),
    hasMore: false,
  })

  /** Executes a call. Returns its result, and what to do after the response. */
  function perform(peer: Peer, { method, params }: Call): { result: unknown; afterResponse?: () => void } {
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
          afterResponse: () => subscribe(peer, params.topic),
        }
      case 'irn_batchSubscribe':
        return {
          result: params.topics.map((topic) => subscriptionId(topic, peer.clientId)),
          afterResponse: () => {
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
        return { result: fetchMessages(peer, [params.topic]) }
      case 'irn_batchFetchMessages':
        return { result: fetchMessages(peer, params.topics) }
      case 'wc_proposeSession': {
        const { pairingTopic: topic, sessionProposal: message, ttl, attestation } = params
        publish(peer.clientId, { topic, message, ttl, attestation, tag: tags.proposal })
        return { result: true, afterResponse: () => subscribe(peer, topic) }
      }
      case 'wc_approveSession': {
        const { pairingTopic, sessionTopic, ttl } = params
        return {
          result: true,
          afterResponse() {
            subscribe(peer, sessionTopic)
            const response = { topic: pairingTopic, message: params.sessionProposalResponse, ttl }
            publish(peer.clientId, { ...response, tag: tags.proposalResponse })
            const settlement = { topic: sessionTopic, message: params.sessionSettlementRequest, ttl }
            publish(peer.clientId, { ...settlement, tag: tags.settlement })
          },
        }
      }
    }
  }

  return {
    respond(peer: Peer, call: Call): void {
      const { result, afterResponse } = perform(peer, call)
      peer.send({ id: call.id, jsonrpc: '2.0', result })
      afterResponse?.()
    },
    /** Removes a message that a peer has received. */
    acknowledge(peer: Peer, id: number): void {
      const pushed = unacknowledged.get(peer)
      const queued = pushed?.get(id)
      if (queued === undefined) return
      pushed?.delete(id)
      queue.remove(queued)
    },
    removePeer(peer: Peer): void {
      unacknowledged.delete(peer)
      for (const topic of [...subscribers.keys()]) unsubscribe(peer, topic)
    },
    counts: () => ({ waiting: queue.count(), topics: subscribers.size, published }),
    clearMessages: queue.clear,
  }
}

/** SHA-256 over topic and client id, which clients compute too. */
function subscriptionId(topic: string, clientId: string): string {
  return createHash('sha256').update(`${topic}${clientId}`).digest('hex')
}
