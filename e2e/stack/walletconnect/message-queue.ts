/** A sealed message on its way; times are milliseconds since 1970. */
export type QueuedMessage = {
  readonly topic: string
  readonly message: string
  readonly tag: number
  readonly attestation: string | undefined
  /** Client id of the publisher, who never gets it back. */
  readonly from: string
  readonly publishedAt: number
  readonly expiresAt: number
}

/** Letters nobody has received yet, kept until their time to live is over. */
export function createMessageQueue(now: () => number) {
  const boxes = new Map<string, QueuedMessage[]>()

  function fresh(topic: string): QueuedMessage[] {
    const letters = (boxes.get(topic) ?? []).filter(({ expiresAt }) => expiresAt > now())
    if (letters.length === 0) boxes.delete(topic)
    else boxes.set(topic, letters)
    return letters
  }

  return {
    /** Keeps a letter. A publisher that lost the answer publishes again: that is the same letter, kept once. */
    keep(letter: QueuedMessage): QueuedMessage {
      const letters = fresh(letter.topic)
      const twin = letters.find(({ message, from }) => message === letter.message && from === letter.from)
      if (twin === undefined) boxes.set(letter.topic, [...letters, letter])
      return twin ?? letter
    },
    /** What waits on a topic for somebody who did not write it, oldest first. */
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
