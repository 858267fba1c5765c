import { createClient } from 'polkadot-api'
import {
  connectInjectedExtension,
  getInjectedExtensions,
  type InjectedPolkadotAccount,
} from 'polkadot-api/pjs-signer'
import { getWsProvider } from 'polkadot-api/ws'
import { bytesToHex } from 'viem'
import type { StartDapp } from './library-dapp.ts'
import { dappName, nodeOf, ownKey } from './polkadot-node.ts'
import { remembered } from './remembered.ts'

/** polkadot-api with its signer for injected wallets. */
export const start: StartDapp = async (world, show) => {
  const api = createClient(getWsProvider(nodeOf(world))).getUnsafeApi()
  let accounts: readonly InjectedPolkadotAccount[] = []

  const signer = () => {
    const [account] = accounts
    if (account === undefined) throw new Error('Nobody is connected')
    return account.polkadotSigner
  }
  const update = (found: readonly InjectedPolkadotAccount[]) => {
    accounts = found
    show({ accounts: found.map(({ address }) => address) })
  }

  async function connect(): Promise<void> {
    const wallet = await connectInjectedExtension(ownKey, dappName)
    remembered.set()
    wallet.subscribe(update)
    update(wallet.getAccounts())
  }

  if (!getInjectedExtensions().includes(ownKey)) throw new Error('Our wallet is not among those of the page')
  if (remembered.get()) await connect()
  return {
    connect,
    signMessage: async (message) => bytesToHex(await signer().signBytes(new TextEncoder().encode(message))),
    send: async ({ to, amount }) => {
      const transfer = api.tx.Balances?.transfer_keep_alive
      if (transfer === undefined) throw new Error('The chain knows no transfers')
      const { ok, txHash } = await transfer({
        dest: { type: 'Id', value: to },
        value: amount,
      }).signAndSubmit(signer())
      if (!ok) throw new Error('The chain refused the transfer')
      return txHash
    },
  }
}
