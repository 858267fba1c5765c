import type {
  SolanaSignAndSendTransactionFeature,
  SolanaSignMessageFeature,
} from '@solana/wallet-standard-features'
import { PublicKey } from '@solana/web3.js'
import { getWallets } from '@wallet-standard/app'
import type { Wallet, WalletWithFeatures } from '@wallet-standard/base'
import type {
  StandardConnectFeature,
  StandardDisconnectFeature,
  StandardEventsFeature,
} from '@wallet-standard/features'
import bs58 from 'bs58'
import type { Payment, StartDapp } from './library-dapp.ts'
import { connectionOf, transferOf, waitForTransaction, widgetName } from './solana-node.ts'
import { storedConnection } from './stored-connection.ts'

type Features = StandardConnectFeature &
  StandardDisconnectFeature &
  StandardEventsFeature &
  SolanaSignMessageFeature &
  SolanaSignAndSendTransactionFeature

const requiredFeatures = [
  'standard:connect',
  'standard:disconnect',
  'standard:events',
  'solana:signMessage',
  'solana:signAndSendTransaction',
]
const isWidget = (wallet: Wallet): wallet is WalletWithFeatures<Features> =>
  wallet.name === widgetName && requiredFeatures.every((feature) => feature in wallet.features)

/** The widget's wallet, now or once it registers. */
function widgetWallet(): Promise<WalletWithFeatures<Features>> {
  const { get, on } = getWallets()
  return new Promise((resolve) => {
    const check = () => {
      const found = get().find(isWidget)
      if (found !== undefined) resolve(found)
    }
    on('register', check)
    check()
  })
}

/** Features of the Wallet Standard without a library over them. */
export const start: StartDapp = async (world, show) => {
  const connection = connectionOf(world)
  const { features, ...wallet } = await widgetWallet().then((found) => ({
    features: found.features,
    firstAccount: () => {
      const [account] = found.accounts
      if (account === undefined) throw new Error('Nobody is connected')
      return account
    },
    addresses: () => found.accounts.map(({ address }) => address),
  }))
  const update = () => show({ accounts: wallet.addresses() })
  const { connect } = features['standard:connect']

  features['standard:events'].on('change', update)
  if (storedConnection.get()) await connect({ silent: true })
  update()
  const send = async (...payments: readonly Payment[]) => {
    const account = wallet.firstAccount()
    const transaction = await transferOf(connection, new PublicKey(account.publicKey), ...payments)
    const { signAndSendTransaction } = features['solana:signAndSendTransaction']
    const [sent] = await signAndSendTransaction({
      account,
      chain: 'solana:localnet',
      transaction: transaction.serialize(),
    })
    return waitForTransaction(connection, bs58.encode(sent?.signature ?? new Uint8Array()))
  }
  return {
    connect: async () => {
      await connect()
      storedConnection.set()
      update()
    },
    disconnect: async () => {
      storedConnection.clear()
      await features['standard:disconnect'].disconnect()
    },
    signMessage: async (text) => {
      const message = new TextEncoder().encode(text)
      const [signed] = await features['solana:signMessage'].signMessage({
        account: wallet.firstAccount(),
        message,
      })
      return bs58.encode(signed?.signature ?? new Uint8Array())
    },
    send: (payment) => send(payment),
    call: (payment) => send(payment, { ...payment, amount: 1n }),
  }
}
