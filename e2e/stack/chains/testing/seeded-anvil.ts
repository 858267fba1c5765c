import { type Address, createWalletClient, getAddress, type Hex, http, type TestClient } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { vi } from 'vitest'
import { deployer } from '../../accounts.ts'
import { freePort } from '../../ports.ts'
import { startAnvil } from '../anvil.ts'
import { type ChainPlan, chainPlans, toViemChain } from '../local-chains.ts'
import { createAdminClient, createRunningChain, type RunningChain, waitForReceipt } from '../running-chain.ts'
import { seedChain } from '../seed.ts'

/** A seeded chain for one test file. */
export type SeededAnvil = {
  /** CAIP-2. */
  readonly chainId: string
  readonly chain: RunningChain
  readonly admin: TestClient<'anvil'>
  /** Deploys creation code; resolves with the contract's address. */
  readonly deploy: (creation: Hex) => Promise<Address>
  readonly stop: () => Promise<void>
}

/** Starts Anvil on a free port, by default with the id of Ethereum, and seeds it. */
export async function startSeededAnvil(plan: ChainPlan | undefined = chainPlans[0]): Promise<SeededAnvil> {
  if (plan === undefined) throw new Error('There is no chain')
  const node = startAnvil(plan, await freePort())
  const chain = createRunningChain(plan, node.rpcUrl)
  await vi.waitFor(() => chain.client.getChainId(), { timeout: 15_000 })
  await seedChain(plan, node.rpcUrl)
  const wallet = createWalletClient({
    account: privateKeyToAccount(deployer.privateKey),
    chain: toViemChain(plan, node.rpcUrl),
    transport: http(node.rpcUrl),
  })
  return {
    chainId: `eip155:${plan.chainId}`,
    chain,
    admin: createAdminClient(plan, node.rpcUrl),
    deploy: async (creation) => {
      const hash = await wallet.sendTransaction({ data: creation, gas: 8_000_000n })
      const { contractAddress } = await waitForReceipt(chain.client, hash)
      if (!contractAddress) throw new Error('The contract was not created')
      return getAddress(contractAddress)
    },
    stop: node.stop,
  }
}
