import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { type Chain, getAddress, type Hex } from 'viem'
import {
  createConfig,
  http,
  useConfig,
  useConnect,
  useConnection,
  useConnectors,
  useDisconnect,
  useSendTransaction,
  useSignMessage,
  useSignTypedData,
  useSwitchChain,
  WagmiProvider,
} from 'wagmi'
import { waitForTransactionReceipt } from 'wagmi/actions'
import { typedDataSample } from '../typed-data-sample.ts'
import { widgetRdns } from './ethereum-wallet.ts'
import { type ExposeDapp, exposeDapp } from './expose-dapp.ts'
import { type LibraryDapp, type Payment, type StartDapp, unknownCall, type View } from './library-dapp.ts'

type Props = { readonly show: (view: View) => void; readonly expose: ExposeDapp }

/** The dApp in wagmi's hooks; renders nothing itself. */
function Dapp({ show, expose }: Props) {
  const config = useConfig()
  const { addresses, chainId, status } = useConnection()
  const connector = useConnectors().find(({ id }) => id === widgetRdns)
  const connect = useConnect()
  const disconnect = useDisconnect()
  const signMessage = useSignMessage()
  const signTypedData = useSignTypedData()
  const sendTransaction = useSendTransaction()
  const switchChain = useSwitchChain()

  useEffect(() => {
    // While reconnecting it has accounts, counts as connected (`isConnected`), and cannot sign.
    const isReady = status === 'connected'
    show(isReady ? { accounts: addresses ?? [], chain: chainId?.toString() } : { accounts: [] })
  }, [addresses, chainId, show, status])
  useEffect(() => {
    if (connector === undefined) return
    const send = async ({ to, amount }: Payment, data?: Hex) => {
      const hash = await sendTransaction.mutateAsync({
        to: getAddress(to),
        value: amount,
        ...(data && { data }),
      })
      await waitForTransactionReceipt(config, { hash })
      return hash
    }
    expose({
      connect: () => connect.mutateAsync({ connector }),
      disconnect: () => disconnect.mutateAsync(),
      signMessage: (message) => signMessage.mutateAsync({ message }),
      signTypedData: () => signTypedData.mutateAsync(typedDataSample),
      send: (payment) => send(payment),
      call: (payment) => send(payment, unknownCall),
      switchChain: (id) => switchChain.mutateAsync({ chainId: id }),
    } satisfies LibraryDapp)
  })
  return null
}

/** wagmi in React, with the wallets that it discovers by itself. */
export const start: StartDapp = ({ chains }, show) => {
  const [first, ...others] = chains
    .filter(({ configured }) => configured)
    .map(
      ({ chainId, name, rpcUrl }): Chain => ({
        id: chainId,
        name,
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: { default: { http: [rpcUrl] } },
      }),
    )
  if (first === undefined) throw new Error('The world has no chain')
  const config = createConfig({
    chains: [first, ...others],
    transports: Object.fromEntries([first, ...others].map(({ id }) => [id, http()])),
    pollingInterval: 100,
  })
  const queries = new QueryClient()
  return exposeDapp((expose) =>
    createRoot(document.createElement('div')).render(
      <WagmiProvider config={config}>
        <QueryClientProvider client={queries}>
          <Dapp show={show} expose={expose} />
        </QueryClientProvider>
      </WagmiProvider>,
    ),
  )
}
