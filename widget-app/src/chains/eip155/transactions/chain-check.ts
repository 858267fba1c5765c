import type { AdapterPorts } from '../../adapter-ports.ts'
import type { Connection, RequestOptions } from '../../chain-adapter.ts'
import { checkWalletChain, readChain } from '../wallet/connect.ts'

/** Maximum age of a read of the wallet's chain when the request is sent, in milliseconds. */
export const chainReadMaxAgeMs = 250

/** Verifies that the wallet is on the chain of its connection. @throws as `checkWalletChain`. */
export type ChainCheck = (options: RequestOptions) => Promise<void>

type Ports = Pick<AdapterPorts, 'transport' | 'clock'>

/** Reads the wallet's chain right before the request. */
export const chainCheck =
  ({ transport }: Pick<Ports, 'transport'>, connection: Connection): ChainCheck =>
  (options) =>
    checkWalletChain(transport, connection, options)

/**
 * Starts to read the wallet's chain at once, in parallel with the preparation of a request that reaches the wallet within
 * milliseconds. The check uses that read once, if it is recent and the user was not shown the request; otherwise, also if it
 * failed or names another chain, it reads again.
 */
export function beginChainCheck(ports: Ports, connection: Connection): ChainCheck {
  const { transport, clock } = ports
  const startedAt = clock.now()
  const isRecent = () => clock.now() - startedAt <= chainReadMaxAgeMs
  let earlyRead: Promise<boolean> | undefined = readChain(transport, connection.handle).then(
    (chain) => chain === connection.chain,
    () => false,
  )
  const check = chainCheck(ports, connection)
  return async (options) => {
    const read = options.isShown || !isRecent() ? undefined : earlyRead
    earlyRead = undefined
    if ((await read) && isRecent()) return options.signal?.throwIfAborted()
    return check(options)
  }
}
