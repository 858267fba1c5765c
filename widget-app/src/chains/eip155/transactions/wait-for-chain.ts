import type { ChainId } from '#shared/caip/chain-id.ts'
import { chainReadIntervalMs, chainSettleMs } from '#shared/config/limits.ts'
import type { AdapterPorts } from '../../adapter-ports.ts'
import { noChainId, readChain } from '../wallet/connect.ts'

/**
 * Reads the wallet's chain until it is the expected one, for at most `chainSettleMs`: a wallet may respond to a switch
 * before it has switched, or without switching at all. Reads at once, on each `chainChanged` and every
 * `chainReadIntervalMs`.
 * @returns the chain of the last read, expected or not.
 * @throws what the last read threw, or WidgetError `wallet/not-answering`, if the wallet returned no chain at all.
 */
export function settledChain(
  { transport, clock }: Pick<AdapterPorts, 'transport' | 'clock'>,
  handle: string,
  expected: ChainId,
): Promise<ChainId> {
  return new Promise((resolve, reject) => {
    const endsAt = clock.now() + chainSettleMs
    let last: (() => void) | undefined
    let asked = 0
    let newest = 0
    let cancel = () => {}
    const end = (settle: () => void) => {
      cancel()
      unsubscribe()
      settle()
    }
    const read = async () => {
      asked += 1
      const turn = asked
      try {
        const chain = await readChain(transport, handle)
        if (chain === expected) end(() => resolve(chain))
        // A slow earlier response does not replace a later one.
        else if (turn > newest) {
          newest = turn
          last = () => resolve(chain)
        }
      } catch (error) {
        last ??= () => reject(error)
      }
    }
    const readOn = () => {
      const leftMs = endsAt - clock.now()
      if (leftMs <= 0) {
        end(last ?? (() => reject(noChainId())))
        return
      }
      void read()
      cancel = clock.after(Math.min(chainReadIntervalMs, leftMs), readOn)
    }
    const unsubscribe = transport.onEvent(handle, (event) => {
      if (event === 'chainChanged') void read()
    })
    readOn()
  })
}
