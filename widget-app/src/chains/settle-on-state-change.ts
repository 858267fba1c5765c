import type { WalletTransport } from './chain-adapter.ts'

/**
 * Settles as a request does, or resolves once the wallet is in the requested state: some wallets do what was requested and
 * never respond. `readState` reads the state without a prompt, on each event of that name; undefined: not yet.
 */
export function settleOnStateChange<Value>(
  transport: Pick<WalletTransport, 'onEvent'>,
  handle: string,
  request: Promise<Value>,
  event: string,
  readState: (data: unknown) => Promise<Value | undefined>,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = transport.onEvent(handle, (name, data) => {
      if (name !== event) return
      const onState = (value: Value | undefined) => {
        if (value === undefined) return
        stop()
        resolve(value)
      }
      // A failed read does not affect the request.
      readState(data).then(onState, () => {})
    })
    request.then(resolve, reject).finally(stop)
  })
}
