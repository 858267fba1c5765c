import { type Address, encodeFunctionData, erc20Abi, type Hex, parseEther } from 'viem'
import { devAccount } from '../accounts.ts'
import { adminClient, type RunningChain, receiptOf, sendAs } from '../chains/running-chain.ts'
import { localTokens } from '../chains/tokens.ts'
import { tokenArtefact } from '../contracts/out/token.ts'

/** The exchange's own account on every chain. */
const vaultAccount = devAccount('exchange')
const enoughWei = parseEther('1000')

/** So much of an asset, in base units; without `token` the chain's coin. */
export type Withdrawal = { readonly token: Address | undefined; readonly to: Address; readonly value: bigint }

/** Pays from the exchange's account; one payment after the other, because they share its nonces. */
export function createVault(chain: RunningChain) {
  const { client, plan, rpcUrl } = chain
  let last: Promise<unknown> = Promise.resolve()

  async function send(to: Address, data: Hex, value = 0n): Promise<Hex> {
    const nonce = await client.getTransactionCount({ address: vaultAccount.address, blockTag: 'pending' })
    const hash = await sendAs(vaultAccount, client, plan.chainId, { to, data, nonce, value })
    const { status } = await receiptOf(client, hash)
    if (status !== 'success') throw new Error(`The exchange could not send ${hash}`)
    return hash
  }

  async function pay({ token, to, value }: Withdrawal): Promise<Hex> {
    // Anybody may mint here, and anvil gives coins: the exchange never runs dry.
    await adminClient(plan, rpcUrl).setBalance({ address: vaultAccount.address, value: enoughWei })
    if (token === undefined) return send(to, '0x', value)
    const args = [vaultAccount.address, value] as const
    await send(token, encodeFunctionData({ abi: tokenArtefact.abi, functionName: 'mint', args }))
    return send(token, encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, value] }))
  }

  /** Resolves with the hash, once the payment is in a block. */
  return (withdrawal: Withdrawal): Promise<Hex> => {
    const paying = last.then(() => pay(withdrawal))
    last = paying.catch(() => undefined)
    return paying
  }
}

/** What the exchange sends: coins and tokens of a chain. */
export const soldTokens = localTokens.filter(({ kind }) => kind === 'standard')
