import type { PrivateKeyAccount } from 'viem/accounts'
import { decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem/utils'
import * as z from '#shared/zod.ts'
import type { parseTransaction } from '../canonical/canonical-transaction.ts'
import { addressSchema, bytesSchema, type Hex, hashSchema, isSameHex, quantitySchema } from '../hex.ts'
import type { Anvil } from './anvil.ts'
import { multicall3 } from './anvil-world.ts'
import { type ExecutionWorld, ids } from './execution-world.ts'
import { encodeCall } from './random-transaction.ts'

/** Gas limit of a block of Anvil. */
const blockGas = 30_000_000n

type Transaction = ReturnType<typeof parseTransaction>

/** What left the account, and the accounts that have more of it now; for native currency `contract` is absent. */
export type Loss = {
  readonly contract: Hex | undefined
  /** The id of an NFT or of an ERC-6909 token. */
  readonly id: bigint | undefined
  readonly value: bigint
  readonly to: readonly { readonly account: Hex; readonly value: bigint }[]
}

/** What another account may do now, and could not before. */
export type GrantedAuthority = {
  readonly is: 'allowance' | 'operator' | 'delegate'
  readonly contract: Hex | undefined
  readonly id: bigint | undefined
  readonly to: Hex
  /** For an allowance, its remaining amount. */
  readonly value: bigint
}

/** Effects of a transaction, by the chain state before and after it. */
export type Effects = {
  readonly isFailed: boolean
  readonly losses: readonly Loss[]
  readonly rights: readonly GrantedAuthority[]
  /** Changes of the account's balances by contract and id; native currency by `#`, without the fee. */
  readonly changes: ReadonlyMap<string, bigint>
}

const receiptSchema = z.object({
  blockNumber: quantitySchema,
  status: quantitySchema,
  gasUsed: quantitySchema,
  effectiveGasPrice: quantitySchema,
  logs: z.array(z.object({ address: addressSchema, topics: z.array(bytesSchema) })),
})

const abi = parseAbi([
  'function aggregate3((address target, bool allowFailure, bytes callData)[]) view returns ((bool success, bytes returnData)[])',
])

/** One read of the chain state. */
type StateRead = {
  readonly of: 'balance' | 'owner' | 'allowance' | 'approved' | 'all' | 'operator'
  readonly contract: Hex
  readonly holder: Hex
  readonly id: bigint | undefined
  readonly data: Hex
}

/** The reads of a contract: each holder's balance, and its allowance from the account. */
function readsOf(world: ExecutionWorld, contract: Hex, holders: readonly Hex[]): readonly StateRead[] {
  const { account } = world
  const forEachHolder = (toReads: (holder: Hex) => readonly Omit<StateRead, 'contract' | 'holder'>[]) =>
    holders.flatMap((holder) => toReads(holder).map((one) => ({ ...one, contract, holder })))
  if (isSameHex(contract, world.collection))
    return [
      ...ids.flatMap((id): readonly StateRead[] => [
        { of: 'owner', contract, holder: account, id, data: encodeCall('ownerOf(uint256)', [id]) },
        { of: 'approved', contract, holder: account, id, data: encodeCall('getApproved(uint256)', [id]) },
      ]),
      ...forEachHolder((holder) => [
        {
          of: 'all',
          id: undefined,
          data: encodeCall('isApprovedForAll(address,address)', [account, holder]),
        },
      ]),
    ]
  if (isSameHex(contract, world.operated))
    return forEachHolder((holder) => [
      { of: 'operator', id: undefined, data: encodeCall('isOperator(address,address)', [account, holder]) },
      ...ids.flatMap((id): readonly Omit<StateRead, 'contract' | 'holder'>[] => [
        { of: 'balance', id, data: encodeCall('balanceOf(address,uint256)', [holder, id]) },
        {
          of: 'allowance',
          id,
          data: encodeCall('allowance(address,address,uint256)', [account, holder, id]),
        },
      ]),
    ])
  return forEachHolder((holder) => [
    { of: 'balance', id: undefined, data: encodeCall('balanceOf(address)', [holder]) },
    { of: 'allowance', id: undefined, data: encodeCall('allowance(address,address)', [account, holder]) },
  ])
}

async function readState(node: Anvil, reads: readonly StateRead[]): Promise<readonly bigint[]> {
  if (reads.length === 0) return []
  const calls = reads.map(({ contract, data }) => ({
    target: contract,
    allowFailure: true,
    callData: data,
  }))
  const data = encodeFunctionData({ abi, functionName: 'aggregate3', args: [calls] })
  const result = bytesSchema.parse(await node.call('eth_call', { to: multicall3, data }, 'latest'))
  const words = decodeFunctionResult({ abi, functionName: 'aggregate3', data: result })
  return words.map(({ success, returnData }) => (success && returnData !== '0x' ? BigInt(returnData) : 0n))
}

const toAddress = (word: bigint): Hex => `0x${word.toString(16).padStart(40, '0')}`

/** Signs a transaction with the account's key, and sends it; undefined if the node rejects it. */
async function sendSigned(world: ExecutionWorld, key: PrivateKeyAccount, transaction: Transaction) {
  const { node } = world
  const nonce = Number(await node.call('eth_getTransactionCount', key.address, 'latest'))
  const { to, value, data, accessList, authorizations } = transaction
  const gas = transaction.gas ?? 500_000n
  // It would wait in the pool for a larger block.
  if (gas > blockGas) return undefined
  const list = await Promise.all(
    (authorizations ?? []).map((one) =>
      key.signAuthorization({
        address: one.address,
        chainId: Number(one.chain),
        nonce: Number(one.nonce ?? 0n),
      }),
    ),
  )
  const common = { ...(to === undefined ? {} : { to }), value, data, gas, nonce, chainId: 1 }
  const price = { maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 0n }
  const entries = accessList ? { accessList } : {}
  const raw =
    list.length > 0
      ? await key.signTransaction({
          ...common,
          ...price,
          ...entries,
          type: 'eip7702',
          authorizationList: list,
        })
      : transaction.type === 0n
        ? await key.signTransaction({ ...common, gasPrice: 10n ** 11n, type: 'legacy' })
        : await key.signTransaction({ ...common, ...price, ...entries, type: 'eip1559' })
  return node.call('eth_sendRawTransaction', raw).then(
    (hash) => hashSchema.parse(hash),
    () => undefined,
  )
}

type MinedReceipt = z.output<typeof receiptSchema>

/** Sends a transaction signed by its account; undefined if the node rejects it. */
async function receiptOf(world: ExecutionWorld, transaction: Transaction): Promise<MinedReceipt | undefined> {
  const { node, wallet } = world
  const hash = await sendSigned(world, wallet.account, transaction)
  if (hash === undefined) return undefined
  await node.call('evm_mine')
  // The pool accepts some transactions that no block includes, such as one with too little gas for its authorizations.
  return receiptSchema.safeParse(await node.call('eth_getTransactionReceipt', hash)).data
}

/** What a transaction may have changed, according to its logs. */
function readsAfter(world: ExecutionWorld, { logs }: MinedReceipt): readonly StateRead[] {
  const loggedWords = logs.flatMap(({ topics }) => topics.slice(1).filter((word) => /^0x0{24}/.test(word)))
  const holders = new Set(
    [world.account, ...loggedWords.map((word) => `0x${word.slice(26)}`)].map((one) => one.toLowerCase()),
  )
  const contracts = new Set(logs.map(({ address }) => address.toLowerCase()))
  return [...contracts].flatMap((contract) =>
    readsOf(
      world,
      addressSchema.parse(contract),
      [...holders].map((one) => addressSchema.parse(one)),
    ),
  )
}

/** Executes a transaction, and reverts it; undefined if the node rejects it. */
export async function execute(world: ExecutionWorld, transaction: Transaction): Promise<Effects | undefined> {
  const { node, account } = world
  const payee = transaction.to ?? account
  const readStateNow = async (reads: readonly StateRead[]) => {
    const nativeBalanceOf = async (one: Hex) =>
      quantitySchema.parse(await node.call('eth_getBalance', one, 'latest'))
    const [results, accountBalance, payeeBalance, code, block] = await Promise.all([
      readState(node, reads),
      nativeBalanceOf(account),
      nativeBalanceOf(payee),
      node.call('eth_getCode', account, 'latest').then((bytes) => bytesSchema.parse(bytes)),
      node.call('eth_blockNumber'),
    ])
    return {
      answers: results,
      own: accountBalance,
      others: payeeBalance,
      code,
      block: quantitySchema.parse(block),
    }
  }
  const read = async () => {
    const receipt = await receiptOf(world, transaction)
    if (receipt === undefined) return undefined
    const reads = readsAfter(world, receipt)
    return { sent: receipt, questions: reads, after: await readStateNow(reads) }
  }
  const executed = await read().finally(() => world.reset())
  if (executed === undefined) return undefined
  const { sent: receipt, questions: reads, after } = executed
  const before = await readStateNow(reads)
  if (after.block < receipt.blockNumber || before.block >= receipt.blockNumber)
    throw new Error(
      `Block ${receipt.blockNumber} was looked at in ${after.block}, and undone to ${before.block}`,
    )
  return compareStates(world, payee, receipt, reads, before, after)
}

type State = {
  readonly answers: readonly bigint[]
  readonly own: bigint
  readonly others: bigint
  readonly code: Hex
  readonly block: bigint
}

function compareStates(
  { account }: ExecutionWorld,
  payee: Hex,
  { status, gasUsed, effectiveGasPrice }: MinedReceipt,
  reads: readonly StateRead[],
  before: State,
  after: State,
): Effects {
  const changes = new Map<string, bigint>()
  const authorities: GrantedAuthority[] = []
  const losses: Loss[] = []
  const nativeChange = after.own - before.own + gasUsed * effectiveGasPrice
  if (nativeChange !== 0n) changes.set('#', nativeChange)
  if (nativeChange < 0n) {
    const paid = after.others - before.others
    const to = paid > 0n ? [{ account: payee, value: paid }] : []
    losses.push({ contract: undefined, id: undefined, value: -nativeChange, to })
  }
  if (after.code !== '0x')
    authorities.push({
      is: 'delegate',
      contract: undefined,
      id: undefined,
      to: `0x${after.code.slice(8)}`,
      value: 1n,
    })
  const changedReads = reads.flatMap((question, at) => {
    const [was = 0n, is = 0n] = [before.answers[at], after.answers[at]]
    return was === is ? [] : [{ ...question, was, is }]
  })
  for (const { of, contract, holder, id, was, is } of changedReads) {
    const isOwn = isSameHex(holder, account)
    const key = `${contract}#${id ?? ''}`.toLowerCase()
    if (of === 'balance' && isOwn) changes.set(key, is - was)
    if (of === 'balance' && isOwn && is < was) {
      const to = changedReads
        .filter(
          (one) => one.of === 'balance' && one.contract === contract && one.id === id && one.is > one.was,
        )
        .map((one) => ({ account: one.holder, value: one.is - one.was }))
      losses.push({ contract, id, value: was - is, to })
    }
    if (of === 'owner') {
      const [from, to] = [toAddress(was), toAddress(is)]
      if (isSameHex(from, account) || isSameHex(to, account))
        changes.set(key, isSameHex(to, account) ? 1n : -1n)
      if (isSameHex(from, account)) losses.push({ contract, id, value: 1n, to: [{ account: to, value: 1n }] })
    }
    if (of === 'approved' && is !== 0n)
      authorities.push({ is: 'allowance', contract, id, to: toAddress(is), value: 1n })
    if (of === 'allowance' && !isOwn && is > was)
      authorities.push({ is: 'allowance', contract, id, to: holder, value: is })
    if ((of === 'all' || of === 'operator') && !isOwn && is > was)
      authorities.push({ is: 'operator', contract, id: undefined, to: holder, value: 1n })
  }
  return { isFailed: status === 0n, losses, rights: authorities, changes }
}
