import { type WalletError, WalletReadyState } from '@solana/wallet-adapter-base'
import { ConnectionProvider, useConnection, useWallet, WalletProvider } from '@solana/wallet-adapter-react'
import bs58 from 'bs58'
import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { type ExposeDapp, exposeDapp } from './expose-dapp.ts'
import type { Payment, StartDapp, View } from './library-dapp.ts'
import { connectionOf, landed, ownName, transferOf } from './solana-node.ts'

/** A pending connection: selecting a wallet starts it, and the provider's state or error ends it. */
type Waiting = { resolve: () => void; reject: (error: WalletError) => void }

type Props = {
  readonly show: (view: View) => void
  readonly hand: ExposeDapp
  readonly waiting: Set<Waiting>
}

/** The dApp in the hooks of wallet-adapter; renders nothing itself. */
function Dapp({ show, hand, waiting }: Props) {
  const { connection } = useConnection()
  const { wallets, select, disconnect, connected, publicKey, signMessage, sendTransaction } = useWallet()
  const own = wallets.find(
    ({ adapter, readyState }) => adapter.name === ownName && readyState === WalletReadyState.Installed,
  )?.adapter.name
  const address = publicKey?.toBase58()

  useEffect(() => show({ accounts: address === undefined ? [] : [address] }), [address, show])
  useEffect(() => {
    if (!connected) return
    for (const one of waiting) one.resolve()
    waiting.clear()
  }, [connected, waiting])
  useEffect(() => {
    if (own === undefined) return
    const send = async (...payments: readonly Payment[]) => {
      if (publicKey === null) throw new Error('Nobody is connected')
      const transaction = await transferOf(connection, publicKey, ...payments)
      return landed(connection, await sendTransaction(transaction, connection))
    }
    hand({
      connect: () =>
        new Promise<void>((resolve, reject) => {
          waiting.add({ resolve, reject })
          select(own)
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
  const waiting = new Set<Waiting>()
  const fail = (error: WalletError) => {
    for (const one of waiting) one.reject(error)
    waiting.clear()
  }
  return exposeDapp((hand) =>
    createRoot(document.createElement('div')).render(
      <ConnectionProvider endpoint={rpcEndpoint}>
        <WalletProvider wallets={[]} autoConnect onError={fail}>
          <Dapp show={show} hand={hand} waiting={waiting} />
        </WalletProvider>
      </ConnectionProvider>,
    ),
  )
}
