import { callListener, createEmitter } from '../../shared/channel/emitter.ts'
import type { BridgeState } from '../../shared/channel/records/entries.ts'
import type { BridgeEvents } from './bridge-events.ts'
import type { BridgeWallet } from './bridge-wallets.ts'
import type { HostLink } from './frame/host-link.ts'
import { initialState } from './initial-state.ts'

/** The state that the widget reported last, and its subscribers. */
export type BridgeStore = {
  state(): BridgeState
  /** Resolves when the widget has reported that no more enabled wallets reconnect. */
  readonly settled: Promise<void>
  apply(reported: BridgeState): void
  /** Reads the state over a link, if there is one; ignores a failure, and the response if an event arrives first. */
  refresh(link: HostLink | undefined): Promise<void>
  /** The document is gone: it cannot report that it closed, and the next one reconnects the wallets. */
  lost(): void
  markClosed(): void
  emit<Name extends keyof BridgeEvents>(name: Name, value: BridgeEvents[Name]): void
  /** Emits the current value of an event. */
  publish(name: keyof BridgeEvents): void
  subscribe<Name extends keyof BridgeEvents>(
    name: Name,
    listener: (value: BridgeEvents[Name]) => void,
  ): () => void
}

export function createBridgeStore(
  /** After it aborts, only the initial state is accepted. */
  signal: AbortSignal,
  wallets: () => readonly BridgeWallet[],
  /** Called on a state change, before the subscribers. */
  onChange: (from: BridgeState, to: BridgeState) => void,
  /** Called on a state change, after the subscribers. */
  onChanged: (from: BridgeState, to: BridgeState) => void,
): BridgeStore {
  const emitter = createEmitter<BridgeEvents>()
  let state = initialState
  /** Counts state reports, so that a response does not overwrite a state event that arrived before it. */
  let reportCount = 0
  /** The widget's document has reported that no more wallets reconnect. */
  let isReconnectSettled = false
  let settle = () => {}
  const settled = new Promise<void>((resolve) => {
    settle = resolve
  })

  /** The value that a new subscriber of an event receives; an alert has none. */
  const currentValue = <Name extends keyof BridgeEvents>(name: Name) => {
    // Without a prototype, because the page chooses the name.
    const values: Partial<BridgeEvents> = Object.create(null)
    Object.assign(values, state, { state, wallets: wallets() })
    return values[name]
  }
  const emit = <Name extends keyof BridgeEvents>(name: Name) => {
    const value = currentValue(name)
    if (value !== undefined) emitter.emit(name, value)
  }

  const apply = (reported: BridgeState) => {
    // After `destroy` no account is connected, even if the widget reports one while it closes.
    if (signal.aborted && reported !== initialState) return
    const before = state
    isReconnectSettled ||= !reported.loading
    if (isReconnectSettled) settle()
    const { accounts, chains, status } = before
    // A new document that still reconnects wallets has not lost any.
    const next =
      isReconnectSettled || reported.accounts.length >= accounts.length
        ? reported
        : { ...reported, accounts, chains, status }
    state = next
    reportCount += 1
    // First, because a subscriber may make a request to a new account's wallet at once.
    onChange(before, next)
    const changed = (part: keyof BridgeState) => JSON.stringify(before[part]) !== JSON.stringify(next[part])
    for (const part of ['open', 'chains', 'accounts', 'status'] as const) if (changed(part)) emit(part)
    if (changed('accounts') || changed('wallets')) emit('wallets')
    emit('state')
    onChanged(before, next)
  }
  const markClosed = () => {
    if (state.open) apply({ ...state, open: false })
  }

  return {
    state: () => state,
    settled,
    apply,
    refresh: async (link) => {
      const countBefore = reportCount
      try {
        const now = await link?.call('state.get', {})
        if (now && countBefore === reportCount) apply(now)
      } catch {
        // The next document reports its state.
      }
    },
    lost: () => {
      markClosed()
      isReconnectSettled = false
    },
    markClosed,
    emit: emitter.emit,
    publish: emit,
    subscribe: (event, listener) => {
      emitter.on(event, listener)
      const value = currentValue(event)
      if (value !== undefined) callListener(listener, value)
      return () => emitter.off(event, listener)
    },
  }
}
