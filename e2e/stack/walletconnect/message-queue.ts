/** An encrypted message that waits for delivery; times are milliseconds since 1970. */
export type QueuedMessage = {
  readonly topic: string
  readonly message: string
  readonly tag: number
  readonly attestation: string | undefined
  /** Client id of the publisher, to which the message is not delivered. */
  readonly from: string
  readonly publishedAt: number
  readonly expiresAt: number
}

/** Creates a store of undelivered messages, each kept until its time to live ends. */
export function createMessageQueue(now: () => number) {
  const queues = new Map<string, QueuedMessage[]>()

  function unexpired(topic: string): QueuedMessage[] {
    const messages = (queues.get(topic) ?? []).filter(({ expiresAt }) => expiresAt > now())
    if (messages.length === 0) queues.delete(topic)
    else queues.set(topic, messages)
    return messages
  }

  return {
    /** Stores a message. When a publisher that got no response publishes again, the message is stored once. */
    add(queued: QueuedMessage): QueuedMessage {
      const messages = unexpired(queued.topic)
      const duplicate = messages.find(
        ({ message, from }) => message === queued.message && from === queued.from,
      )
      if (duplicate === undefined) queues.set(queued.topic, [...messages, queued])
      return duplicate ?? queued
    },
    /** Messages of a topic by other publishers, oldest first. */
    pendingFor: (clientId: string, topic: string): readonly QueuedMessage[] =>
      unexpired(topic).filter(({ from }) => from !== clientId),
    remove(queued: QueuedMessage): void {
      const remaining = unexpired(queued.topic).filter((other) => other !== queued)
      if (remaining.length === 0) queues.delete(queued.topic)
      else queues.set(queued.topic, remaining)
    },
    count: (): number => [...queues.keys()].reduce((sum, topic) => sum + unexpired(topic).length, 0),
    clear: (): void => queues.clear(),
  }
}
