import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { encodeAbiParameters, encodeFunctionData, parseAbi } from 'viem/utils'
import { vi } from 'vitest'
import { create2DeployerAddress, embeddedAccountSalt } from '#shared/config/embedded-account.ts'
import * as z from '#shared/zod.ts'
import type { Asset } from '../../chain-adapter.ts'
import { checksummed } from '../address.ts'
import { addressSchema, bytesSchema, type Hex, hashSchema, toQuantity } from '../hex.ts'
import type { Anvil } from './anvil.ts'

const repository = join(
  dirname(createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json')),
  '../../..',
)
const artefact = z.union([bytesSchema, z.object({ bytecode: bytesSchema })])
const receipt = z.object({ contractAddress: z.nullable(addressSchema), status: z.literal('0x1') })

const mintAbi = [
  {
    type: 'function',
    name: 'mint',
    stateMutability: 'nonpayable',
    inputs: [
      { name: 'to', type: 'address' },
      { name: 'amount', type: 'uint256' },
    ],
    outputs: [],
  },
] as const

/** Creation code of a contract, compiled by this repository and read from its file. */
async function contractCode(file: string, name: string, directory = 'e2e/stack/contracts/out'): Promise<Hex> {
  const path = join(repository, directory, `${file}.ts`)
  const module: Record<string, unknown> = await import(/* @vite-ignore */ pathToFileURL(path).href)
  const parsed = artefact.parse(module[name])
  return typeof parsed === 'string' ? parsed : parsed.bytecode
}

/** A new account with 100 ETH. */
export async function fundedAccount(node: Anvil): Promise<PrivateKeyAccount> {
  const account = privateKeyToAccount(generatePrivateKey())
  await node.call('anvil_setBalance', account.address, toQuantity(10n ** 20n))
  return account
}

/** Signs and sends one transaction; returns the address of the contract it created, if any. */
export async function sendAs(
  node: Anvil,
  account: PrivateKeyAccount,
  nonce: number,
  transaction: { readonly to?: Hex; readonly data: Hex },
): Promise<Hex | undefined> {
  const chainId = Number(await node.call('eth_chainId'))
  const price = { gasPrice: 10n ** 11n, gas: 5_000_000n }
  const raw = await account.signTransaction({ ...transaction, ...price, chainId, nonce, type: 'legacy' })
  const hash = hashSchema.parse(await node.call('eth_sendRawTransaction', raw))
  const read = async () => receipt.safeParse(await node.call('eth_getTransactionReceipt', hash))
  const { contractAddress } = await vi.waitUntil(async () => (await read()).data, {
    timeout: 5_000,
    interval: 10,
  })
  return checksummed(contractAddress)
}

/** Deploys a token with the metadata of `token` and mints a million units of 6 decimals to `holder`. */
export async function deployToken(
  node: Anvil,
  token: Asset,
  holder: Hex,
  file: string,
  name: string,
): Promise<Asset> {
  const account = await fundedAccount(node)
  const types = [{ type: 'string' }, { type: 'string' }, { type: 'uint8' }] as const
  const args = encodeAbiParameters(types, [token.name, token.symbol, token.decimals])
  const address = await sendAs(node, account, 0, {
    data: `${await contractCode(file, name)}${withoutPrefix(args)}`,
  })
  if (address === undefined) throw new Error('The token has no address')
  const data = encodeFunctionData({ abi: mintAbi, functionName: 'mint', args: [holder, 10n ** 12n] })
  await sendAs(node, account, 1, { to: address, data })
  return { ...token, address }
}

const listAbi = parseAbi(['function blockAccount(address account)'])

/** Adds an account to a token's block list (`RefusingTokens.sol`). */
export async function blockAccount(node: Anvil, token: Asset, blocked: string): Promise<void> {
  const args = [addressSchema.parse(blocked)] as const
  const data = encodeFunctionData({ abi: listAbi, functionName: 'blockAccount', args })
  await sendAs(node, await fundedAccount(node), 0, { to: addressSchema.parse(token.address), data })
}

/** Runtime code of Multicall3, as its creation code deploys it. */
export async function deployMulticall(node: Anvil): Promise<unknown> {
  const data = await contractCode('multicall3', 'multicall3Bytecode')
  const address = await sendAs(node, await fundedAccount(node), 0, { data })
  return node.call('eth_getCode', address, 'latest')
}

/** Deploys a contract of the local test environment by its file and the name of its artefact; returns its address. */
export async function deployContract(
  node: Anvil,
  file: string,
  name: string,
  args: Hex = '0x',
): Promise<Hex> {
  const data: Hex = `${await contractCode(file, name)}${withoutPrefix(args)}`
  const address = await sendAs(node, await fundedAccount(node), 0, { data })
  if (address === undefined) throw new Error('The contract has no address')
  return address
}

/** Deploys the code with which an account executes calls as one (EIP-7702, ERC-7821); returns its address. */
export const deployBundleAccount = (node: Anvil): Promise<Hex> =>
  deployContract(node, 'bundle-account', 'bundleAccountArtefact')

/** Deploys the account contract of our own wallet at its address, by the CREATE2 deployer that Anvil has. */
export async function deployEmbeddedAccount(node: Anvil): Promise<void> {
  const code = await contractCode('embedded-account', 'embeddedAccountCreationCode', 'contracts/out')
  const data: Hex = `${embeddedAccountSalt}${withoutPrefix(code)}`
  await sendAs(node, await fundedAccount(node), 0, { to: create2DeployerAddress, data })
}

/** Deploys the hostile token that detects simulations; returns its address. */
export const deploySimulationDetector = (node: Anvil): Promise<Hex> =>
  deployContract(node, 'run-detector', 'runDetectorArtefact')

const factoryAbi = [
  {
    type: 'function',
    name: 'make',
    stateMutability: 'nonpayable',
    inputs: [{ name: 'owner', type: 'address' }],
    outputs: [{ type: 'address' }],
  },
] as const

/** The address of an owner's smart account, deployed once `call` was sent to the factory. */
export type SmartAccount = { readonly address: Hex; readonly factory: Hex; readonly call: Hex }

/** Deploys the factory of smart accounts and, if `isDeployed`, the account of an owner. */
export async function deploySmartAccount(
  node: Anvil,
  owner: Hex,
  isDeployed: boolean,
): Promise<SmartAccount> {
  const account = await fundedAccount(node)
  const code = await contractCode('smart-account-factory', 'smartAccountFactoryArtefact')
  const factory = await sendAs(node, account, 0, { data: code })
  if (factory === undefined) throw new Error('The factory has no address')
  const call = encodeFunctionData({ abi: factoryAbi, functionName: 'make', args: [owner] })
  const word = bytesSchema.parse(await node.call('eth_call', { to: factory, data: call }, 'latest'))
  if (isDeployed) await sendAs(node, account, 1, { to: factory, data: call })
  return { address: addressSchema.parse(`0x${word.slice(-40)}`), factory, call }
}

const withoutPrefix = (hex: Hex): string => hex.slice(2)
