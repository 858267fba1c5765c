import { BrowserProvider } from 'ethers'
import { typedDataSample } from '../typed-data-sample.ts'
import { announcedWallet, watchWallet, widgetRdns } from './ethereum-wallet.ts'
import { type Payment, type StartDapp, unknownCall } from './library-dapp.ts'

/** ethers 6 with its BrowserProvider. */
export const start: StartDapp = async (_world, show) => {
  const provider = await announcedWallet(widgetRdns)
  // `any` supports a network switch.
  const browser = new BrowserProvider(provider, 'any')
  const signer = () => browser.getSigner()
  await watchWallet(provider, show)
  const send = async ({ to, amount }: Payment, data?: string) => {
    const sent = await (await signer()).sendTransaction({ to, value: amount, ...(data && { data }) })
    await sent.wait()
    return sent.hash
  }
  return {
    connect: signer,
    disconnect: () => browser.send('wallet_revokePermissions', [{ eth_accounts: {} }]),
    signMessage: async (message) => (await signer()).signMessage(message),
    signTypedData: async () =>
      (await signer()).signTypedData(
        typedDataSample.domain,
        { Receipt: [...typedDataSample.types.Receipt] },
        typedDataSample.message,
      ),
    send: (payment) => send(payment),
    call: (payment) => send(payment, unknownCall),
    switchChain: (id) => browser.send('wallet_switchEthereumChain', [{ chainId: `0x${id.toString(16)}` }]),
  }
}
