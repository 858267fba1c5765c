import { createClient } from 'polkadot-api'
import {
  connectInjectedExtension,
  getInjectedExtensions,
  type InjectedPolkadotAccount,
} from 'polkadot-api/pjs-signer'
import { getWsProvider } from 'polkadot-api/ws'
import { bytesToHex } from 'viem'
import type { Payment, StartDapp } from './library-dapp.ts'
import { dappName, nodeUrlOf, widgetKey } from './polkadot-node.ts'
import { storedConnection } from './stored-connection.ts'

/** polkadot-api with its signer for injected wallets, on Acala: it requires a runtime with two-part weights. */
export const start: StartDapp = async (world, show) => {
  const api = createClient(getWsProvider(nodeUrlOf(world, 'acala'))).getUnsafeApi()
  let accounts: readonly InjectedPolkadotAccount[] = []

  const firstAccount = () => {
    const [account] = accounts
    if (account === undefined) throw new Error('Nobody is connected')
    return account
  }
  const transfer = ({ to, amount }: Payment) => {
    const createTransfer = api.tx.Balances?.transfer_keep_alive
    if (createTransfer === undefined) throw new Error('The chain knows no transfers')
    return createTransfer({ dest: { type: 'Id', value: to }, value: amount })
  }
  const createBatch = (payment: Payment) => {
    const [batch, remark] = [api.tx.Utility?.batch_all, api.tx.System?.remark]
    if (batch === undefined || remark === undefined) throw new Error('The chain knows no batches')
    const calls = [transfer(payment), remark({ remark: new TextEncoder().encode('Order 7') })]
    return batch({ calls: calls.map(({ decodedCall }) => decodedCall) })
  }
  /** Resolves with the transaction's hash once it is finalized. */
  const submit = async (transaction: ReturnType<typeof transfer>) => {
    const { ok, txHash } = await transaction.signAndSubmit(firstAccount().polkadotSigner)
    if (!ok) throw new Error('The chain refused the transfer')
    return txHash
  }
  const update = (found: readonly InjectedPolkadotAccount[]) => {
    accounts = found
    show({ accounts: found.map(({ address }) => address) })
  }

  async function connect(): Promise<void> {
    const wallet = await connectInjectedExtension(widgetKey, dappName)
    storedConnection.set()
    wallet.subscribe(update)
    update(wallet.getAccounts())
  }

  if (!getInjectedExtensions().includes(widgetKey))
    throw new Error('Our wallet is not among those of the page')
  if (storedConnection.get()) await connect()
  return {
    connect,
    signMessage: async (message) =>
      bytesToHex(await firstAccount().polkadotSigner.signBytes(new TextEncoder().encode(message))),
    estimateFee: (payment) => transfer(payment).getEstimatedFees(firstAccount().address),
    send: (payment) => submit(transfer(payment)),
    // Signs without sending, because a block of this chain takes seconds.
    call: async (payment) => bytesToHex(await createBatch(payment).sign(firstAccount().polkadotSigner)),
  }
}
