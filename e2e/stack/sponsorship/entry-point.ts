import { createRequire } from 'node:module'
import { type Address, encodeFunctionData, type Hex, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { entryPointAddress } from '#shared/config/embedded-account.ts'
import * as z from '#shared/zod.ts'
import type { ChainPlan } from '../chains/local-chains.ts'
import { createAdminClient, createRunningChain } from '../chains/running-chain.ts'
import { type SentCall, sendAll } from '../chains/send-all.ts'
import { sponsorArtefact } from '../contracts/out/sponsor.ts'

const artefactSchema = z.object({
  bytecode: z.custom<Hex>((v) => typeof v === 'string' && /^0x[0-9a-f]+$/.test(v)),
})

/**
 * Creation code of ERC-4337's EntryPoint. Its source is GPL-3.0, so it is read from the npm package and not copied here. The package
 * has a release candidate of v0.9, whose code is not that of the release.
 */
export function entryPointCreationCode(): Hex {
  const require = createRequire(import.meta.url)
  const artefact: unknown = require('@account-abstraction/contracts/artifacts/EntryPoint.json')
  return z.parse(artefactSchema, artefact).bytecode
}

/**
 * Puts the EntryPoint at its address, and deploys a paymaster that pays for every operation, with a deposit.
 * @returns the paymaster's address
 */
export async function seedSponsor(plan: ChainPlan, rpcUrl: string): Promise<Address> {
  const admin = createAdminClient(plan, rpcUrl)
  const gas = 8_000_000n
  /** `sendAll` counts nonces from the first transaction of an account. */
  const sendAsNew = async (calls: readonly SentCall[]) => {
    const privateKey = generatePrivateKey()
    const { address } = privateKeyToAccount(privateKey)
    await admin.setBalance({ address, value: parseEther('200') })
    return sendAll({ plan, rpcUrl, sender: { label: 'sponsor', address, privateKey }, gas }, calls)
  }
  const [entryPoint, sponsor] = await sendAsNew([
    { data: entryPointCreationCode() },
    { data: sponsorArtefact.bytecode },
  ])
  const [created, paymaster] = [entryPoint?.contractAddress, sponsor?.contractAddress]
  if (!created || !paymaster) throw new Error('A contract was not created')
  const { client } = createRunningChain(plan, rpcUrl)
  const bytecode = await client.getCode({ address: created })
  if (bytecode === undefined) throw new Error('The EntryPoint has no code')
  await admin.setCode({ address: entryPointAddress, bytecode })
  const data = encodeFunctionData({ abi: sponsorArtefact.abi, functionName: 'deposit' })
  await sendAsNew([{ to: paymaster, data, value: parseEther('100') }])
  return paymaster
}
