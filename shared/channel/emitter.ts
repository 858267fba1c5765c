type Listener<Value> = (value: Value) => void

/** Listeners by event name. */
export type Emitter<Events> = {
  on<Name extends keyof Events>(name: Name, listener: Listener<Events[Name]>): void
  off<Name extends keyof Events>(name: Name, listener: Listener<Events[Name]>): void
  emit<Name extends keyof Events>(name: Name, value: Events[Name]): void
}

/** Calls a listener. An error it throws goes to the page's console and does not affect other listeners. */
export function callListener<Value>(listener: Listener<Value>, value: Value): void {
  try {
    listener(value)
  } catch (error) {
    queueMicrotask(() => {
      throw error
    })
  }
}

/** Creates an emitter that calls listeners in order of subscription. A listener added during an event gets the next one. */
export function createEmitter<Events>(): Emitter<Events> {
  // Without a prototype, because the page chooses the names.
  const listeners: { [Name in keyof Events]?: Set<Listener<Events[Name]>> } = Object.create(null)
  return {
    on: (name, listener) => {
      const set = listeners[name] ?? new Set()
      listeners[name] = set.add(listener)
    },
    off: (name, listener) => {
      listeners[name]?.delete(listener)
    },
    emit: (name, value) => {
      for (const listener of [...(listeners[name] ?? [])]) callListener(listener, value)
    },
  }
}
