/** A dApp that signs with viem over `host-sdk/viem`. `viemDapp` has the calls of the dApp's code. */
import { viemAccounts } from '/sdk/viem.js'
import { startEntryPage } from './entry-page.ts'

const bridge = startEntryPage(viemAccounts)

const client = () => {
  const [account] = viemAccounts(bridge)
  if (account === undefined) throw new Error('Nobody is connected')
  return account.client
}

const viemDapp = {
  chainId: () => client().getChainId(),
  signMessage: (message: string) => client().signMessage({ message }),
  signOrder: (item: string) =>
    client().signTypedData({
      domain: { name: 'Tidewater Coffee' },
      types: { Order: [{ name: 'item', type: 'string' }] },
      primaryType: 'Order',
      message: { item },
    }),
  /** `value` in wei, decimal. */
  send: (to: `0x${string}`, value: string) =>
    client().sendTransaction({ chain: null, to, value: BigInt(value) }),
}

Object.defineProperty(globalThis, 'viemDapp', { value: viemDapp })
