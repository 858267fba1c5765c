import {
  type Address,
  concatHex,
  createPublicClient,
  createWalletClient,
  encodeAbiParameters,
  encodeDeployData,
  encodeFunctionData,
  getAddress,
  type Hex,
  http,
  type PublicClient,
  parseAbiParameters,
  parseEther,
  type TestClient,
  type TransactionReceipt,
} from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { vi } from 'vitest'
import {
  create2DeployerAddress,
  embeddedAccountAddress,
  embeddedAccountSalt,
  entryPointAddress,
} from '#shared/config/embedded-account.ts'
import { startAnvil } from '#stack/chains/anvil.ts'
import { type ChainPlan, toViemChain } from '#stack/chains/local-chains.ts'
import { createAdminClient, waitForReceipt } from '#stack/chains/running-chain.ts'
import { tokenArtefact } from '#stack/contracts/out/token.ts'
import { freePort } from '#stack/ports.ts'
import { entryPointCreationCode } from '#stack/sponsorship/entry-point.ts'
import { embeddedAccountCreationCode } from '../out/embedded-account.ts'
import { executeAbi } from './embedded-account-abi.ts'

const plan: ChainPlan = {
  chainId: 31337,
  name: 'Local chain',
  port: 'chainLocal',
  network: 'ethereum',
  configured: false,
}

/** A transaction before its sender is known. */
type Transaction = {
  readonly to?: Address
  readonly data?: Hex
  readonly value?: bigint
  readonly authorizationList?: readonly SignedAuthorization[]
}

type SignedAuthorization = Awaited<ReturnType<PrivateKeyAccount['signAuthorization']>>

/** A call of a batch. */
export type BatchCall = { readonly target: Address; readonly value?: bigint; readonly callData?: Hex }

/** An Anvil node with the account contract, and the means to use it as wallets do. */
export type AccountWorld = {
  readonly chainId: number
  readonly client: PublicClient
  readonly admin: TestClient<'anvil'>
  /** Creates an account with one unit of native currency, or without any. */
  readonly newAccount: (balance?: bigint) => Promise<PrivateKeyAccount>
  /** Signs and sends a transaction; resolves once it is mined, also if it failed. */
  readonly send: (from: PrivateKeyAccount, transaction: Transaction) => Promise<TransactionReceipt>
  /** Deploys creation code; resolves with the contract's address. */
  readonly deploy: (creation: Hex) => Promise<Address>
  /** Delegates an account by a transaction of its own; by default to the account contract. */
  readonly delegate: (account: PrivateKeyAccount, to?: Address) => Promise<TransactionReceipt>
  /** Creates an account that delegates to the account contract. */
  readonly newDelegatedAccount: () => Promise<PrivateKeyAccount>
  /** Deploys a token, and mints `amount` of it to `holder`. */
  readonly newToken: (holder: Address, amount: bigint) => Promise<Address>
  readonly tokenBalance: (token: Address, holder: Address) => Promise<bigint>
  readonly stop: () => Promise<void>
}

/** Starts Anvil, whose rules include EIP-7702, and deploys the account contract through the CREATE2 deployer. */
export async function startAccountWorld(): Promise<AccountWorld> {
  const node = startAnvil(plan, await freePort())
  const chain = toViemChain(plan, node.rpcUrl)
  const client = createPublicClient({ chain, transport: http(node.rpcUrl), pollingInterval: 20 })
  await vi.waitFor(() => client.getChainId(), { timeout: 15_000 })
  const admin = createAdminClient(plan, node.rpcUrl)

  async function newAccount(balance = parseEther('1')): Promise<PrivateKeyAccount> {
    const account = privateKeyToAccount(generatePrivateKey())
    await admin.setBalance({ address: account.address, value: balance })
    return account
  }
  async function send(from: PrivateKeyAccount, transaction: Transaction): Promise<TransactionReceipt> {
    const wallet = createWalletClient({ account: from, chain, transport: http(node.rpcUrl) })
    // With a gas limit the transaction is not estimated, so that one that fails is mined.
    const gas = 8_000_000n
    const fees = { maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 1n }
    const hash = await wallet.sendTransaction({ ...transaction, ...fees, gas })
    return waitForReceipt(client, hash)
  }
  const deployer = await newAccount(parseEther('1000'))
  async function deploy(creation: Hex): Promise<Address> {
    const { contractAddress } = await send(deployer, { data: creation })
    if (!contractAddress) throw new Error('The contract was not created')
    return getAddress(contractAddress)
  }
  async function delegate(account: PrivateKeyAccount, to: Address = embeddedAccountAddress) {
    const nonce = await client.getTransactionCount({ address: account.address })
    // The transaction uses the account's nonce before the authorization is applied.
    const signed = await account.signAuthorization({ address: to, chainId: plan.chainId, nonce: nonce + 1 })
    return send(account, { to: account.address, authorizationList: [signed] })
  }
  async function newDelegatedAccount(): Promise<PrivateKeyAccount> {
    const account = await newAccount()
    await delegate(account)
    return account
  }
  async function newToken(holder: Address, amount: bigint): Promise<Address> {
    const token = await deploy(encodeDeployData({ ...tokenArtefact, args: ['Token', 'TOK', 18] }))
    const args = [holder, amount] as const
    const data = encodeFunctionData({ abi: tokenArtefact.abi, functionName: 'mint', args })
    await send(deployer, { to: token, data })
    return token
  }
  await send(deployer, {
    to: create2DeployerAddress,
    data: concatHex([embeddedAccountSalt, embeddedAccountCreationCode]),
  })
  return {
    chainId: plan.chainId,
    ...{ client, admin, newAccount, send, deploy, delegate, newDelegatedAccount, newToken },
    tokenBalance: (token, holder) =>
      client.readContract({
        address: token,
        abi: tokenArtefact.abi,
        functionName: 'balanceOf',
        args: [holder],
      }),
    stop: node.stop,
  }
}

/** Mode of ERC-7821 for one batch, whose calls all succeed or none. */
export const batchMode: Hex = `0x01${'0'.repeat(62)}`

/** Encodes a call of `execute`. */
export function encodeBatch(calls: readonly BatchCall[], mode: Hex = batchMode): Hex {
  const executions = calls.map(({ target, value = 0n, callData = '0x' }) => ({ target, value, callData }))
  const parameters = parseAbiParameters('(address target, uint256 value, bytes callData)[]')
  const args = [mode, encodeAbiParameters(parameters, [executions])] as const
  return encodeFunctionData({ abi: executeAbi, args })
}

/** Puts ERC-4337's EntryPoint at its address. */
export async function installEntryPoint({ client, admin, deploy }: AccountWorld): Promise<void> {
  const address = await deploy(entryPointCreationCode())
  const bytecode = await client.getCode({ address })
  if (bytecode === undefined) throw new Error('The EntryPoint has no code')
  await admin.setCode({ address: entryPointAddress, bytecode })
}
