/** Closes the resources of a running world in reverse order. Calling `end` again returns the same promise. */
export type Disposer = {
  /** Registers how to close a resource that was just opened. */
  readonly defer: (close: () => void | Promise<void>) => void
  readonly end: () => Promise<void>
}

/** Creates a disposer. Its `end` rejects with an AggregateError if a resource failed to close. */
export function createDisposer(): Disposer {
  const closers: (() => void | Promise<void>)[] = []
  let ending: Promise<void> | undefined

  async function closeAll(): Promise<void> {
    const failures: unknown[] = []
    for (let close = closers.pop(); close !== undefined; close = closers.pop()) {
      try {
        await close()
      } catch (error) {
        // A resource that fails to close must not keep the others open.
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
