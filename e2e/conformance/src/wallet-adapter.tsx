import { type WalletError, WalletReadyState } from '@solana/wallet-adapter-base'
import { ConnectionProvider, useConnection, useWallet, WalletProvider } from '@solana/wallet-adapter-react'
import bs58 from 'bs58'
import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { type ExposeDapp, exposeDapp } from './expose-dapp.ts'
import type { Payment, StartDapp, View } from './library-dapp.ts'
import { connectionOf, transferOf, waitForTransaction, widgetName } from './solana-node.ts'

/** A pending connection: selecting a wallet starts it, and the provider's state or error ends it. */
type PendingConnection = { resolve: () => void; reject: (error: WalletError) => void }

type Props = {
  readonly show: (view: View) => void
  readonly expose: ExposeDapp
  readonly pendingConnections: Set<PendingConnection>
}

/** The dApp in the hooks of wallet-adapter; renders nothing itself. */
function Dapp({ show, expose, pendingConnections }: Props) {
  const { connection } = useConnection()
  const { wallets, select, disconnect, connected, publicKey, signMessage, sendTransaction } = useWallet()
  const widgetAdapterName = wallets.find(
    ({ adapter, readyState }) => adapter.name === widgetName && readyState === WalletReadyState.Installed,
  )?.adapter.name
  const address = publicKey?.toBase58()

  useEffect(() => show({ accounts: address === undefined ? [] : [address] }), [address, show])
  useEffect(() => {
    if (!connected) return
    for (const pending of pendingConnections) pending.resolve()
    pendingConnections.clear()
  }, [connected, pendingConnections])
  useEffect(() => {
    if (widgetAdapterName === undefined) return
    const send = async (...payments: readonly Payment[]) => {
      if (publicKey === null) throw new Error('Nobody is connected')
      const transaction = await transferOf(connection, publicKey, ...payments)
      return waitForTransaction(connection, await sendTransaction(transaction, connection))
    }
    expose({
      connect: () =>
        new Promise<void>((resolve, reject) => {
          pendingConnections.add({ resolve, reject })
          select(widgetAdapterName)
        }),
      disconnect,
      signMessage: async (message) => {
        if (signMessage === undefined) throw new Error('Nobody is connected, or no messages are signed')
        return bs58.encode(await signMessage(new TextEncoder().encode(message)))
      },
      send: (payment) => send(payment),
      call: (payment) => send(payment, { ...payment, amount: 1n }),
    })
  })
  return null
}

/** wallet-adapter in React, with the Wallet Standard wallets that it discovers by itself. */
export const start: StartDapp = (world, show) => {
  const { rpcEndpoint } = connectionOf(world)
  const pendingConnections = new Set<PendingConnection>()
  const rejectPending = (error: WalletError) => {
    for (const pending of pendingConnections) pending.reject(error)
    pendingConnections.clear()
  }
  return exposeDapp((expose) =>
    createRoot(document.createElement('div')).render(
      <ConnectionProvider endpoint={rpcEndpoint}>
        <WalletProvider wallets={[]} autoConnect onError={rejectPending}>
          <Dapp show={show} expose={expose} pendingConnections={pendingConnections} />
        </WalletProvider>
      </ConnectionProvider>,
    ),
  )
}
