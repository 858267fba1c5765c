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

/** Sends base units of an asset to an account; resolves with the transaction's hash or signature. */
export type TransferAsset = (asset: SoldAsset, to: string, value: bigint) => Promise<string>

/** Serializes transfers per chain, because each transaction needs the next nonce. */
function createQueues() {
  const queues = new Map<RunningChain, Promise<unknown>>()
  return <T>(chain: RunningChain, run: () => Promise<T>): Promise<T> => {
    const queued = (queues.get(chain) ?? Promise.resolve()).then(run, run)
    queues.set(
      chain,
      queued.catch(() => undefined),
    )
    return queued
  }
}

/**
 * Sends assets from the accounts of a label in real transactions; these accounts are funded before each transfer. Resolves
 * with the hash once the transaction is in a block.
 * @throws Error when the recipient is not an address of the chain, and when the transaction fails.
 */
export function createTransferAsset(label: string): TransferAsset {
  const { privateKey } = devAccount(label)
  const svmPayer = svmAccount(label)
  const enqueue = createQueues()
  return async (asset, to, value) => {
    if (asset.is === 'svm') return paySvm(svmPayer, asset, to, value)
    return enqueue(asset.chain, () => payEvm(privateKey, asset, getAddress(to), value))
  }
}

async function payEvm(
  privateKey: Hex,
  { chain, token }: SoldEvmAsset,
  to: Address,
  value: bigint,
): Promise<Hex> {
  const evmChain = toViemChain(chain.plan, chain.rpcUrl)
  const account = privateKeyToAccount(privateKey)
  const wallet = createWalletClient({ account, chain: evmChain, transport: http(chain.rpcUrl) })
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
  const balance = await chain.client.readContract({
    address: token,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [account.address],
  })
  if (balance < value) {
    const args = [account.address, value - balance] as const
    const data = encodeFunctionData({ abi: tokenArtefact.abi, functionName: 'mint', args })
    await send({ to: token, data })
  }
  return send({
    to: token,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, value] }),
  })
}
