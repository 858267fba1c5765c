import { Web3 } from 'web3'
import { typedDataSample } from '../typed-data-sample.ts'
import { isProvider, type Provider, watchWallet, widgetRdns } from './ethereum-wallet.ts'
import { type Payment, type StartDapp, unknownCall } from './library-dapp.ts'

/** The widget among the wallets that web3.js discovers by itself. */
function widgetProvider(): Promise<Provider> {
  return new Promise((resolve, reject) => {
    Web3.onNewProviderDiscovered(({ detail }) => {
      const discovered: unknown = [...detail.values()].find(({ info }) => info.rdns === widgetRdns)?.provider
      if (isProvider(discovered)) resolve(discovered)
    })
    Web3.requestEIP6963Providers().catch(reject)
  })
}

/** Typed data as web3.js forwards it: with the type of its domain included. */
const typedReceipt = {
  ...typedDataSample,
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
    ],
    Receipt: [...typedDataSample.types.Receipt],
  },
}

/** web3.js 4, with the wallet as its only provider; requests without a web3.js function go to the wallet directly. */
export const start: StartDapp = async (_world, show) => {
  const provider = await widgetProvider()
  const web3 = new Web3(provider)
  web3.setConfig({ transactionPollingInterval: 100 })
  const account = async () => {
    const [address] = await web3.eth.getAccounts()
    if (address === undefined) throw new Error('Nobody is connected')
    return address
  }
  await watchWallet(provider, show)
  const send = async ({ to, amount }: Payment, call: { readonly data?: string } = {}) => {
    const from = await account()
    const { transactionHash } = await web3.eth.sendTransaction({ from, to, value: amount, ...call })
    return String(transactionHash)
  }
  return {
    connect: () => web3.eth.requestAccounts(),
    disconnect: () =>
      provider.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] }),
    signMessage: async (message) => web3.eth.personal.sign(message, await account(), ''),
    signTypedData: async () => web3.eth.signTypedData(await account(), typedReceipt),
    send: (payment) => send(payment),
    call: (payment) => send(payment, { data: unknownCall }),
    switchChain: (id) =>
      provider.request({
        method: 'wallet_switchEthereumChain',
        params: [{ chainId: web3.utils.toHex(id) }],
      }),
  }
}
