import { createClient } from 'polkadot-api'
import {
  connectInjectedExtension,
  getInjectedExtensions,
  type InjectedPolkadotAccount,
} from 'polkadot-api/pjs-signer'
import { getWsProvider } from 'polkadot-api/ws'
import { bytesToHex } from 'viem'
import type { Payment, StartDapp } from './library-dapp.ts'
import { dappName, nodeOf, ownKey } from './polkadot-node.ts'
import { storedConnection } from './stored-connection.ts'

/** polkadot-api with its signer for injected wallets, on Acala: it requires a runtime with two-part weights. */
export const start: StartDapp = async (world, show) => {
  const api = createClient(getWsProvider(nodeOf(world, 'acala'))).getUnsafeApi()
  let accounts: readonly InjectedPolkadotAccount[] = []

  const first = () => {
    const [account] = accounts
    if (account === undefined) throw new Error('Nobody is connected')
    return account
  }
  const transfer = ({ to, amount }: Payment) => {
    const make = api.tx.Balances?.transfer_keep_alive
    if (make === undefined) throw new Error('The chain knows no transfers')
    return make({ dest: { type: 'Id', value: to }, value: amount })
  }
  const withRemark = (payment: Payment) => {
    const [batch, remark] = [api.tx.Utility?.batch_all, api.tx.System?.remark]
    if (batch === undefined || remark === undefined) throw new Error('The chain knows no batches')
    const calls = [transfer(payment), remark({ remark: new TextEncoder().encode('Order 7') })]
    return batch({ calls: calls.map(({ decodedCall }) => decodedCall) })
  }
  /** Resolves when it is final. */
  const submitted = async (made: ReturnType<typeof transfer>) => {
    const { ok, txHash } = await made.signAndSubmit(first().polkadotSigner)
    if (!ok) throw new Error('The chain refused the transfer')
    return txHash
  }
  const update = (found: readonly InjectedPolkadotAccount[]) => {
    accounts = found
    show({ accounts: found.map(({ address }) => address) })
  }

  async function connect(): Promise<void> {
    const wallet = await connectInjectedExtension(ownKey, dappName)
    storedConnection.set()
    wallet.subscribe(update)
    update(wallet.getAccounts())
  }

  if (!getInjectedExtensions().includes(ownKey)) throw new Error('Our wallet is not among those of the page')
  if (storedConnection.get()) await connect()
  return {
    connect,
    signMessage: async (message) =>
      bytesToHex(await first().polkadotSigner.signBytes(new TextEncoder().encode(message))),
    estimateFee: (payment) => transfer(payment).getEstimatedFees(first().address),
    send: (payment) => submitted(transfer(payment)),
    // Signed and not sent: a block of this chain takes seconds.
    call: async (payment) => bytesToHex(await withRemark(payment).sign(first().polkadotSigner)),
  }
}
