import {
  type Address,
  createWalletClient,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  http,
  parseEther,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { devAccount } from '../accounts.ts'
import { toViemChain } from '../chains/local-chains.ts'
import { createAdminClient, type RunningChain, waitForReceipt } from '../chains/running-chain.ts'
import { svmAccount } from '../chains/solana/accounts.ts'
import { tokenArtefact } from '../contracts/out/token.ts'
import { paySvm } from './pay-svm.ts'
import type { SoldAsset, SoldEvmAsset } from './sold-assets.ts'

/** Sends base units of goods to an account. */
export type TransferAsset = (goods: SoldAsset, to: string, value: bigint) => Promise<string>

/** Calls for a chain one after the other: each transaction has the next nonce. */
function createTurns() {
  const turns = new Map<RunningChain, Promise<unknown>>()
  return <T>(chain: RunningChain, run: () => Promise<T>): Promise<T> => {
    const turn = (turns.get(chain) ?? Promise.resolve()).then(run, run)
    turns.set(
      chain,
      turn.catch(() => undefined),
    )
    return turn
  }
}

/**
 * Sends goods from the accounts of a label by real transactions; those accounts have what they send. Resolves with the
 * hash once it is in a block.
 * @throws Error for an account that is none on the chain, and when the transaction fails.
 */
export function transferFrom(label: string): TransferAsset {
  const { privateKey } = devAccount(label)
  const svmPayer = svmAccount(label)
  const inTurn = createTurns()
  return async (goods, to, value) => {
    if (goods.is === 'svm') return paySvm(svmPayer, goods, to, value)
    return inTurn(goods.chain, () => payEvm(privateKey, goods, getAddress(to), value))
  }
}

async function payEvm(
  privateKey: Hex,
  { chain, token }: SoldEvmAsset,
  to: Address,
  value: bigint,
): Promise<Hex> {
  const viem = toViemChain(chain.plan, chain.rpcUrl)
  const account = privateKeyToAccount(privateKey)
  const wallet = createWalletClient({ account, chain: viem, transport: http(chain.rpcUrl) })
  const send = async (call: { to: Address; value?: bigint; data?: Hex }) => {
    const hash = await wallet.sendTransaction(call)
    const { status } = await waitForReceipt(chain.client, hash)
    if (status !== 'success') throw new Error(`A delivery failed: ${hash}`)
    return hash
  }
  await createAdminClient(chain.plan, chain.rpcUrl).setBalance({
    address: account.address,
    value: parseEther('1000'),
  })
  if (token === undefined) return send({ to, value })
  const held = await chain.client.readContract({
    address: token,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [account.address],
  })
  if (held < value) {
    const args = [account.address, value - held] as const
    const data = encodeFunctionData({ abi: tokenArtefact.abi, functionName: 'mint', args })
    await send({ to: token, data })
  }
  return send({
    to: token,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, value] }),
  })
}
