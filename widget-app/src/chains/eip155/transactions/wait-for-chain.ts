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
export function waitForChain(
  { transport, clock }: Pick<AdapterPorts, 'transport' | 'clock'>,
  handle: string,
  expected: ChainId,
): Promise<ChainId> {
  return new Promise((resolve, reject) => {
    const endsAt = clock.now() + chainSettleMs
    let settleLast: (() => void) | undefined
    let readCount = 0
    let latestRead = 0
    let cancel = () => {}
    const end = (settle: () => void) => {
      cancel()
      unsubscribe()
      settle()
    }
    const read = async () => {
      readCount += 1
      const readNumber = readCount
      try {
        const chain = await readChain(transport, handle)
        if (chain === expected) end(() => resolve(chain))
        // A slow earlier response does not replace a later one.
        else if (readNumber > latestRead) {
          latestRead = readNumber
          settleLast = () => resolve(chain)
        }
      } catch (error) {
        settleLast ??= () => reject(error)
      }
    }
    const scheduleRead = () => {
      const remainingMs = endsAt - clock.now()
      if (remainingMs <= 0) {
        end(settleLast ?? (() => reject(noChainId())))
        return
      }
      void read()
      cancel = clock.after(Math.min(chainReadIntervalMs, remainingMs), scheduleRead)
    }
    const unsubscribe = transport.onEvent(handle, (event) => {
      if (event === 'chainChanged') void read()
    })
    scheduleRead()
  })
}
