import { type Address, encodeDeployData, encodeFunctionData, type Hex, parseEther } from 'viem'
import { embeddedAccountAddress } from '#shared/config/embedded-account.ts'
import { embeddedAccountCreationCode } from '../../../contracts/out/embedded-account.ts'
import { deployer, fundedAccounts } from '../accounts.ts'
import { bundleAccountArtefact } from '../contracts/out/bundle-account.ts'
import { multicall3Bytecode } from '../contracts/out/multicall3.ts'
import { noReturnTokenArtefact } from '../contracts/out/no-return-token.ts'
import { priceFeedArtefact } from '../contracts/out/price-feed.ts'
import { sessionAccountArtefact } from '../contracts/out/session-account.ts'
import { tokenArtefact } from '../contracts/out/token.ts'
import { seedNames } from './ens.ts'
import {
  bundleAccountAddress,
  type ChainPlan,
  multicall3Address,
  sessionAccountAddress,
} from './local-chains.ts'
import { createAdminClient, createRunningChain } from './running-chain.ts'
import { type SentCall, sendAll } from './send-all.ts'
import { grantedWei, localFeeds, localTokens } from './tokens.ts'

/** Deployments and initial token balances as calls of the deployer, in nonce order. */
function seedCalls(): readonly SentCall[] {
  const tokens = localTokens.map(({ kind, name, symbol, decimals }) => {
    const args = [name, symbol, decimals] as const
    return {
      data:
        kind === 'standard'
          ? encodeDeployData({ ...tokenArtefact, args })
          : encodeDeployData({ ...noReturnTokenArtefact, args }),
    }
  })
  const feeds = localFeeds.map(({ symbol, initialAnswer }) => ({
    data: encodeDeployData({ ...priceFeedArtefact, args: [`${symbol} / USD`, initialAnswer] }),
  }))
  const mints = localTokens
    .filter((token) => token.granted > 0n)
    .flatMap((token) =>
      fundedAccounts.map((account) => ({
        to: token.address,
        data: encodeFunctionData({
          abi: tokenArtefact.abi,
          functionName: 'mint',
          args: [account.address, token.granted],
        }),
      })),
    )
  return [...tokens, ...feeds, ...mints]
}

/**
 * Seeds an empty chain: funds accounts, and deploys contracts and mints tokens by real transactions.
 * @throws Error when a transaction fails, or a contract is not at its expected address.
 */
export async function seedChain(plan: ChainPlan, rpcUrl: string): Promise<void> {
  const admin = createAdminClient(plan, rpcUrl)
  const { client } = createRunningChain(plan, rpcUrl)
  await admin.setBalance({ address: deployer.address, value: parseEther('1000') })
  await Promise.all(fundedAccounts.map(({ address }) => admin.setBalance({ address, value: grantedWei })))

  // A call of creation code returns the code that it would deploy.
  const installCode = async (address: Address, creation: Hex) => {
    const { data: bytecode } = await client.call({ data: creation })
    if (bytecode === undefined) throw new Error(`There is no code for ${address}`)
    await admin.setCode({ address, bytecode })
  }
  await installCode(multicall3Address, multicall3Bytecode)
  await installCode(bundleAccountAddress, bundleAccountArtefact.bytecode)
  await installCode(embeddedAccountAddress, embeddedAccountCreationCode)
  await installCode(sessionAccountAddress, sessionAccountArtefact.bytecode)

  // Names are resolved on Ethereum for transfers on every chain.
  const namesSeeded = plan.chainId === 1 ? seedNames(plan, rpcUrl) : undefined
  // If `sendAll` rejects first, a rejection of `namesSeeded` must not be unhandled.
  namesSeeded?.catch(() => undefined)
  await sendAll({ plan, rpcUrl, sender: deployer, gas: 4_000_000n }, seedCalls())
  await namesSeeded
  for (const { symbol, address } of [...localTokens, ...localFeeds]) {
    if ((await client.getCode({ address })) === undefined) throw new Error(`${symbol} is not at ${address}`)
  }
}
