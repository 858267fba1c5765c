import type { AdapterPorts } from '../../adapter-ports.ts'
import type { Connection, RequestOptions } from '../../chain-adapter.ts'
import { checkWalletChain, readChain } from '../wallet/connect.ts'

/** How old a read of the wallet's chain may be when the wallet is asked, in milliseconds. */
export const chainReadMaxAgeMs = 250

/** Checks that the wallet is on the chain of its connection. @throws as `checkWalletChain`. */
export type ChainCheck = (options: RequestOptions) => Promise<void>

type Ports = Pick<AdapterPorts, 'transport' | 'clock'>

/** Reads the wallet's chain when it is about to be asked. */
export const chainCheck =
  ({ transport }: Pick<Ports, 'transport'>, connection: Connection): ChainCheck =>
  (options) =>
    checkWalletChain(transport, connection, options)

/**
 * Begins to read the wallet's chain at once, beside the preparation of a request that reaches the wallet within milliseconds.
 * The check counts that read once, while it is young and the user was not shown the request; in all other cases, also where it
 * failed or names another chain, it reads again.
 */
export function beginChainCheck(ports: Ports, connection: Connection): ChainCheck {
  const { transport, clock } = ports
  const startedAt = clock.now()
  const isYoung = () => clock.now() - startedAt <= chainReadMaxAgeMs
  let early: Promise<boolean> | undefined = readChain(transport, connection.handle).then(
    (chain) => chain === connection.chain,
    () => false,
  )
  const check = chainCheck(ports, connection)
  return async (options) => {
    const read = options.isShown || !isYoung() ? undefined : early
    early = undefined
    if ((await read) && isYoung()) return options.signal?.throwIfAborted()
    return check(options)
  }
}
