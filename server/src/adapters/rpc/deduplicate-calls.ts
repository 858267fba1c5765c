type Flight<Value> = {
  readonly value: Promise<Value>
  readonly controller: AbortController
  waiters: number
}

/** Shares work in flight between equal callers. */
export function createCallDeduplicator<Value>() {
  const flights = new Map<string, Flight<Value>>()

  function start(key: string | undefined, work: (abandoned: AbortSignal) => Promise<Value>): Flight<Value> {
    const controller = new AbortController()
    const flight: Flight<Value> = { value: work(controller.signal), controller, waiters: 0 }
    if (key === undefined) return flight
    flights.set(key, flight)
    const remove = () => {
      if (flights.get(key) === flight) flights.delete(key)
    }
    flight.value.then(remove, remove)
    return flight
  }

  return {
    has: (key: string) => flights.has(key),
    /**
     * Joins the work of this key, or starts it; without a key the work is not shared. When the last caller aborts, the
     * work's signal aborts, and the next caller starts new work.
     * @throws the signal's reason, once it aborts
     */
    join: (
      key: string | undefined,
      work: (abandoned: AbortSignal) => Promise<Value>,
      signal: AbortSignal | undefined,
    ): Promise<Value> => {
      const flight = (key === undefined ? undefined : flights.get(key)) ?? start(key, work)
      flight.waiters += 1
      if (signal === undefined) return flight.value
      return new Promise((resolve, reject) => {
        const leave = () => {
          reject(signal.reason)
          flight.waiters -= 1
          if (flight.waiters > 0) return
          if (key !== undefined && flights.get(key) === flight) flights.delete(key)
          flight.controller.abort()
        }
        signal.addEventListener('abort', leave, { once: true })
        const stay = () => signal.removeEventListener('abort', leave)
        flight.value.then(
          (value) => {
            stay()
            resolve(value)
          },
          (error) => {
            stay()
            reject(error)
          },
        )
      })
    },
  }
}
