import {
  type Address,
  createPublicClient,
  createTestClient,
  encodeFunctionData,
  type Hex,
  http,
  type PublicClient,
  parseUnits,
  type TestClient,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { deployer } from '../accounts.ts'
import { priceFeedArtefact } from '../contracts/out/price-feed.ts'
import { type ChainPlan, toViemChain } from './local-chains.ts'
import { feedDecimals, localFeeds } from './tokens.ts'

/** A seeded EVM chain of the local world, as the local API server uses it. */
export type RunningChain = {
  readonly plan: ChainPlan
  readonly rpcUrl: string
  readonly client: PublicClient
  /** Sets the price of a feed; `usd` is a decimal string such as '3000.12'. Resolves once the transaction is mined. */
  readonly setPrice: (symbol: string, usd: string) => Promise<void>
}

/** Creates a client for a running node. */
export function createRunningChain(plan: ChainPlan, rpcUrl: string): RunningChain {
  const chain = toViemChain(plan, rpcUrl)
  const client = createPublicClient({
    chain,
    transport: http(rpcUrl),
    pollingInterval: 20,
    // Reads of one tick become one Multicall3 call, so all read the same block.
    batch: { multicall: { wait: 0 } },
  })
  return {
    plan,
    rpcUrl,
    client,
    async setPrice(symbol, usd) {
      const feed = localFeeds.find((candidate) => candidate.symbol === symbol)
      if (feed === undefined) throw new Error(`There is no price feed for ${symbol}`)
      const args = [parseUnits(usd, feedDecimals)] as const
      const data = encodeFunctionData({ abi: priceFeedArtefact.abi, functionName: 'setAnswer', args })
      const nonce = await client.getTransactionCount({ address: deployer.address, blockTag: 'pending' })
      const hash = await sendAsDeployer(client, plan.chainId, { to: feed.address, data, nonce })
      await waitForReceipt(client, hash)
    },
  }
}

const receiptDeadlineMs = 30_000

/**
 * Polls until the receipt of a transaction exists. viem's `waitForTransactionReceipt` reads it once after each block, and
 * Anvil reports a block's number a moment before its receipts: if no other block follows, viem's wait never ends.
 * @throws Error when there is no receipt after 30 s.
 */
export async function waitForReceipt(
  client: Pick<PublicClient, 'getTransactionReceipt'>,
  hash: Hex,
): Promise<TransactionReceipt> {
  const deadline = Date.now() + receiptDeadlineMs
  for (;;) {
    try {
      return await client.getTransactionReceipt({ hash })
    } catch (error) {
      if (!(error instanceof TransactionReceiptNotFoundError) || Date.now() > deadline) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Creates a client for Anvil's methods, such as `setBalance` and `setCode`. */
export function createAdminClient(plan: ChainPlan, rpcUrl: string): TestClient<'anvil'> {
  return createTestClient({ mode: 'anvil', chain: toViemChain(plan, rpcUrl), transport: http(rpcUrl) })
}

type DeployerCall = {
  readonly to?: Address
  readonly data: Hex
  readonly nonce: number
  /** In wei. */
  readonly value?: bigint
}

/** Signs a transaction with the deployer's key and sends it. Resolves with the hash, before it is mined. */
export async function sendAsDeployer(
  client: Pick<PublicClient, 'sendRawTransaction'>,
  chainId: number,
  call: DeployerCall,
): Promise<Hex> {
  const serializedTransaction = await privateKeyToAccount(deployer.privateKey).signTransaction({
    ...call,
    chainId,
    type: 'eip1559',
    gas: 4_000_000n,
    maxFeePerGas: 100_000_000_000n,
    maxPriorityFeePerGas: 1n,
  })
  return client.sendRawTransaction({ serializedTransaction })
}
