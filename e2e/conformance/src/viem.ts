import { createPublicClient, createWalletClient, custom, defineChain, getAddress, type Hex } from 'viem'
import { typedDataSample } from '../typed-data-sample.ts'
import { announcedWallet, watchWallet, widgetRdns } from './ethereum-wallet.ts'
import { type Payment, type StartDapp, unknownCall } from './library-dapp.ts'

/** viem over its custom transport. */
export const start: StartDapp = async ({ chains }, show) => {
  const provider = await announcedWallet(widgetRdns)
  const wallet = createWalletClient({ transport: custom(provider) })
  const publicClient = createPublicClient({ transport: custom(provider), pollingInterval: 100 })
  const account = async () => {
    const [address] = await wallet.getAddresses()
    if (address === undefined) throw new Error('Nobody is connected')
    return address
  }
  await watchWallet(provider, show)
  const send = async ({ to, amount }: Payment, data?: Hex) => {
    const id = await wallet.getChainId()
    const network = chains.find(({ chainId }) => chainId === id)
    const chain = defineChain({
      id,
      name: network?.name ?? 'Unknown',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [] } },
    })
    const hash = await wallet.sendTransaction({
      account: await account(),
      chain,
      to: getAddress(to),
      value: amount,
      ...(data && { data }),
    })
    await publicClient.waitForTransactionReceipt({ hash })
    return hash
  }
  return {
    connect: () => wallet.requestAddresses(),
    disconnect: () => wallet.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] }),
    signMessage: async (message) => wallet.signMessage({ account: await account(), message }),
    signTypedData: async () => wallet.signTypedData({ account: await account(), ...typedDataSample }),
    send: (payment) => send(payment),
    call: (payment) => send(payment, unknownCall),
    switchChain: (id) => wallet.switchChain({ id }),
  }
}
