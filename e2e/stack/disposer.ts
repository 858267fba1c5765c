/** What a running world has to undo, last thing first; ending it twice is ending it once. */
export type Disposer = {
  /** Remembers how to close something that was just opened. */
  readonly defer: (close: () => void | Promise<void>) => void
  readonly end: () => Promise<void>
}

export function createDisposer(): Disposer {
  const closers: (() => void | Promise<void>)[] = []
  let ending: Promise<void> | undefined

  async function closeAll(): Promise<void> {
    const failures: unknown[] = []
    for (let close = closers.pop(); close !== undefined; close = closers.pop()) {
      try {
        await close()
      } catch (error) {
        // One thing that will not close must not keep the others open.
        failures.push(error)
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'some parts of the local world did not close')
  }

  return {
    defer: (close) => void closers.push(close),
    end: () => {
      ending ??= closeAll()
      return ending
    },
  }
}
