import { type Address, createPublicClient, type Hex, http, type TransactionReceipt } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { DevAccount } from '../accounts.ts'
import { type ChainPlan, toViemChain } from './local-chains.ts'
import { waitForReceipt } from './running-chain.ts'

/** A call of one transaction; without `to` it creates a contract. */
export type SentCall = {
  readonly to?: Address
  readonly data: Hex
  /** In wei. */
  readonly value?: bigint
}

type SendOptions = {
  readonly plan: ChainPlan
  readonly rpcUrl: string
  /** Signs every transaction. It must not have sent any before. */
  readonly sender: DevAccount
  /** Gas limit of each transaction. */
  readonly gas: bigint
}

/**
 * Sends calls as real transactions of a new account, with nonces in their order, and waits for all receipts.
 * @throws Error when one of them reverts.
 */
export async function sendAll(
  { plan, rpcUrl, sender, gas }: SendOptions,
  calls: readonly SentCall[],
): Promise<readonly TransactionReceipt[]> {
  // The start of a local world reads some hundreds of receipts. Batches need few HTTP calls.
  const transport = http(rpcUrl, { batch: { batchSize: 50 } })
  const client = createPublicClient({ chain: toViemChain(plan, rpcUrl), transport })
  const account = privateKeyToAccount(sender.privateKey)
  const send = async (call: SentCall, nonce: number): Promise<Hex> => {
    const serializedTransaction = await account.signTransaction({
      ...call,
      nonce,
      gas,
      chainId: plan.chainId,
      type: 'eip1559',
      maxFeePerGas: 100_000_000_000n,
      maxPriorityFeePerGas: 1n,
    })
    return client.sendRawTransaction({ serializedTransaction })
  }
  const hashes: Hex[] = []
  // One after the other: if nonces arrive out of order, Anvil sometimes never mines one of them.
  for (const [nonce, call] of calls.entries()) hashes.push(await send(call, nonce))
  const receipts = await Promise.all(hashes.map((hash) => waitForReceipt(client, hash)))
  for (const { status, transactionHash } of receipts)
    if (status !== 'success') throw new Error(`Chain ${plan.chainId} reverted ${transactionHash}`)
  return receipts
}
