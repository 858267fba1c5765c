import type { WalletTransport } from './chain-adapter.ts'

/**
 * Settles as a request does, or resolves once the wallet is seen in the state that was requested: some wallets do what they
 * were asked and never answer. `look` reads the state without a prompt, on each event of that name; undefined: not yet.
 */
export function settleOnStateChange<Value>(
  transport: Pick<WalletTransport, 'onEvent'>,
  handle: string,
  request: Promise<Value>,
  event: string,
  look: (data: unknown) => Promise<Value | undefined>,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = transport.onEvent(handle, (name, data) => {
      if (name !== event) return
      const onSeen = (value: Value | undefined) => {
        if (value === undefined) return
        stop()
        resolve(value)
      }
      // A failed look says nothing about the request.
      look(data).then(onSeen, () => {})
    })
    request.then(resolve, reject).finally(stop)
  })
}
