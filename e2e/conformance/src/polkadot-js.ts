import { ApiPromise, WsProvider } from '@polkadot/api'
import { web3AccountsSubscribe, web3Enable, web3FromSource } from '@polkadot/extension-dapp'
import { stringToHex } from '@polkadot/util'
import type { Payment, StartDapp } from './library-dapp.ts'
import { dappName, nodeUrlOf, widgetKey } from './polkadot-node.ts'
import { storedConnection } from './stored-connection.ts'

/** `@polkadot/extension-dapp` discovers the wallet and signs; `@polkadot/api` accesses the chain. */
export const start: StartDapp = async (world, show) => {
  const api = ApiPromise.create({ provider: new WsProvider(nodeUrlOf(world)), noInitWarn: true })
  let accounts: readonly string[] = []
  let unsubscribe = () => {}

  const firstAddress = () => {
    const [address] = accounts
    if (address === undefined) throw new Error('Nobody is connected')
    return address
  }
  const signer = async () => (await web3FromSource(widgetKey)).signer

  async function connect(): Promise<void> {
    await web3Enable(dappName)
    // Throws if the user rejected this wallet.
    await web3FromSource(widgetKey)
    storedConnection.set()
    unsubscribe()
    unsubscribe = await web3AccountsSubscribe(
      (found) => {
        accounts = found.map(({ address }) => address)
        show({ accounts })
      },
      { extensions: [widgetKey], ss58Format: 42 },
    )
  }

  async function send({ to, amount }: Payment, hasRemark = false): Promise<string> {
    const { balances, system, utility } = (await api).tx
    const [transfer, remark, batch] = [balances?.transferKeepAlive, system?.remark, utility?.batchAll]
    if (!transfer || !remark || !batch) throw new Error('The chain knows no transfers')
    const transaction = hasRemark ? batch([transfer(to, amount), remark('Order 7')]) : transfer(to, amount)
    const from = firstAddress()
    const options = { signer: await signer() }
    return new Promise((resolve, reject) => {
      transaction
        .signAndSend(from, options, ({ status, dispatchError, txHash }) => {
          if (dispatchError) reject(new Error(dispatchError.toString()))
          // In a block is too early: the node may still return the nonce of the block before to the next transaction.
          else if (status.isFinalized) resolve(txHash.toHex())
          else if (status.isInvalid) reject(new Error('The node calls the transaction invalid'))
        })
        .catch(reject)
    })
  }

  if (storedConnection.get()) await connect()
  return {
    connect,
    signMessage: async (message) => {
      const { signRaw } = await signer()
      if (signRaw === undefined) throw new Error('The wallet signs no messages')
      const { signature } = await signRaw({
        address: firstAddress(),
        data: stringToHex(message),
        type: 'bytes',
      })
      return signature
    },
    send: (payment) => send(payment),
    call: (payment) => send(payment, true),
  }
}
