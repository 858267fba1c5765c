import {
  type Address,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  labelhash,
  namehash,
  parseEther,
  zeroHash,
} from 'viem'
import { type DevAccount, devAccount } from '../accounts.ts'
import { ensRegistryArtefact } from '../contracts/out/ens-registry.ts'
import { ensResolverArtefact } from '../contracts/out/ens-resolver.ts'
import { ensUniversalResolverArtefact } from '../contracts/out/ens-universal-resolver.ts'
import type { ChainPlan } from './local-chains.ts'
import { createAdminClient, createRunningChain } from './running-chain.ts'
import { type SentCall, sendAll } from './send-all.ts'

/** Address of the ENS universal resolver on Ethereum. */
const universalResolverAddress: Address = '0xeeeeeeee14d718c2b47d9923deab1335e144eeee'

/** Owns every name of the local chain. A separate account, so that its transactions change no other nonce. */
const registrar = devAccount('names-registrar')

/** A name under .eth. `isPrimary`: it is the primary name of the account (EIP-181). */
export type EnsName = {
  readonly name: string
  readonly account: DevAccount
  readonly avatar?: string
  readonly isPrimary: boolean
}

const avatarSvg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="#d9f0e4"/><circle cx="32" cy="25" r="11" fill="#1f6f50"/><path d="M10 64a22 22 0 0 1 44 0z" fill="#1f6f50"/></svg>'

/** The names of the local chain. A test of the ENS adapter imports them. @public */
export const ensNames: readonly EnsName[] = [
  {
    name: 'anna.eth',
    account: devAccount('anna'),
    avatar: `data:image/svg+xml,${encodeURIComponent(avatarSvg)}`,
    isPrimary: true,
  },
  { name: 'lantern.eth', account: devAccount('lantern-2'), isPrimary: true },
]

/** An account with the primary name `anna.eth`, which resolves to another account. @public */
export const impostor = devAccount('impostor')

const contractAddressAt = (nonce: number): Address =>
  getContractAddress({ from: registrar.address, nonce: BigInt(nonce) })
const registry = contractAddressAt(0)
const resolver = contractAddressAt(1)

const setOwnerCall = (parent: string, label: string): SentCall => ({
  to: registry,
  data: encodeFunctionData({
    abi: ensRegistryArtefact.abi,
    functionName: 'setSubnodeRecord',
    args: [parent === '' ? zeroHash : namehash(parent), labelhash(label), registrar.address, resolver, 0n],
  }),
})

const resolverCall = (data: Hex): SentCall => ({ to: resolver, data })

/** Sets the primary name of an account: its reverse record under `addr.reverse`. */
const primaryNameCalls = (account: Address, name: string): readonly SentCall[] => {
  const label = account.slice(2).toLowerCase()
  const args = [namehash(`${label}.addr.reverse`), name] as const
  return [
    setOwnerCall('addr.reverse', label),
    resolverCall(encodeFunctionData({ abi: ensResolverArtefact.abi, functionName: 'setName', args })),
  ]
}

const registrationCalls = ({ name, account, avatar, isPrimary }: EnsName): readonly SentCall[] => {
  const { abi } = ensResolverArtefact
  const node = namehash(name)
  const forward = { abi, functionName: 'setAddr', args: [node, 60n, account.address] } as const
  return [
    setOwnerCall('eth', name.replace(/\.eth$/, '')),
    resolverCall(encodeFunctionData(forward)),
    ...(avatar === undefined
      ? []
      : [resolverCall(encodeFunctionData({ abi, functionName: 'setText', args: [node, 'avatar', avatar] }))]),
    ...(isPrimary ? primaryNameCalls(account.address, name) : []),
  ]
}

const ensCalls = (): readonly SentCall[] => [
  { data: encodeDeployData({ ...ensRegistryArtefact, args: [registrar.address] }) },
  { data: encodeDeployData({ ...ensResolverArtefact, args: [registry] }) },
  setOwnerCall('', 'eth'),
  setOwnerCall('', 'reverse'),
  setOwnerCall('reverse', 'addr'),
  ...ensNames.flatMap(registrationCalls),
  ...primaryNameCalls(impostor.address, 'anna.eth'),
]

/**
 * Deploys ENS: registry and resolver by real transactions, the universal resolver at its address on Ethereum. Registers
 * `ensNames`.
 * @throws Error when a transaction fails.
 */
export async function seedNames(plan: ChainPlan, rpcUrl: string): Promise<void> {
  const admin = createAdminClient(plan, rpcUrl)
  const { client } = createRunningChain(plan, rpcUrl)
  await admin.setBalance({ address: registrar.address, value: parseEther('1000') })
  const creation = encodeDeployData({ ...ensUniversalResolverArtefact, args: [registry] })
  const { data: bytecode } = await client.call({ data: creation })
  if (bytecode === undefined) throw new Error('There is no code for the universal resolver')
  await admin.setCode({ address: universalResolverAddress, bytecode })
  await sendAll({ plan, rpcUrl, sender: registrar, gas: 4_000_000n }, ensCalls())
}
