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
  const boxes = new Map<string, QueuedMessage[]>()

  function fresh(topic: string): QueuedMessage[] {
    const letters = (boxes.get(topic) ?? []).filter(({ expiresAt }) => expiresAt > now())
    if (letters.length === 0) boxes.delete(topic)
    else boxes.set(topic, letters)
    return letters
  }

  return {
    /** Stores a message. When a publisher that got no response publishes again, the message is stored once. */
    keep(letter: QueuedMessage): QueuedMessage {
      const letters = fresh(letter.topic)
      const twin = letters.find(({ message, from }) => message === letter.message && from === letter.from)
      if (twin === undefined) boxes.set(letter.topic, [...letters, letter])
      return twin ?? letter
    },
    /** Messages of a topic by other publishers, oldest first. */
    waitingFor: (clientId: string, topic: string): readonly QueuedMessage[] =>
      fresh(topic).filter(({ from }) => from !== clientId),
    remove(letter: QueuedMessage): void {
      const rest = fresh(letter.topic).filter((known) => known !== letter)
      if (rest.length === 0) boxes.delete(letter.topic)
      else boxes.set(letter.topic, rest)
    },
    count: (): number => [...boxes.keys()].reduce((sum, topic) => sum + fresh(topic).length, 0),
    forgetAll: (): void => boxes.clear(),
  }
}
