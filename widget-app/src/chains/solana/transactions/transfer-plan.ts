import { type Address, getAddressEncoder, type IAccountMeta, type IInstruction } from '@solana/web3.js'
import { namespaceOf } from '#shared/caip/chain-id.ts'
import { texts } from '#shared/errors/codes.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type { Transfer } from '../../chain-adapter.ts'
import type { TokenTerms } from '../../fee-estimate.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import { parseAddress } from '../address.ts'
import { accountsSchema, type ChainAccount, lamportsSchema, tokenAccountsSchema } from '../chain-records.ts'
import {
  createTokenAccount,
  memoInstruction,
  systemTransfer,
  type TokenTransfer,
  transferChecked,
  transferCheckedWithFee,
} from '../instructions.ts'
import { isOnCurve } from '../on-curve.ts'
import { clockSysvar, memoProgram, systemProgram, tokenPrograms } from '../programs.ts'
import { confirmed } from '../rpc.ts'
import { decodeAccountExtensions, decodeMintExtensions } from '../tokens/token-extensions.ts'
import { associatedTokenAddress, decodeMint, decodeTokenAccount } from '../tokens/token-state.ts'
import { dependsOnTime } from '../tokens/token-terms.ts'
import {
  requireTransferableMint,
  requireTransferableSource,
  termsOf,
} from '../tokens/token-transfer-preconditions.ts'
import { transferError } from './transfer-failure.ts'
import { type AccountData, hookAccounts } from './transfer-hook.ts'

/** The instructions of a transfer, by the chain's current state. Amounts in lamports unless stated otherwise. */
export type TransferPlan = {
  readonly from: Address
  readonly instructions: readonly IInstruction[]
  /** Accounts that the transfer locks for writing, for the price of a unit. */
  readonly writes: readonly Address[]
  /** The sender's native balance, and how much of it the transfer itself moves. */
  readonly balance: bigint
  readonly moved: bigint
  /** Rent-exempt minimum of a wallet. */
  readonly walletMinimum: bigint
  /** The token account that is created for the recipient, and the lamports it already has. */
  readonly creates: { readonly tokenAccount: Address; readonly lamports: bigint } | undefined
  /** The token account that receives, and its amount afterwards, in base units; undefined for native transfers. */
  readonly receives?: { readonly tokenAccount: Address; readonly amountAfter: bigint } | undefined
  readonly token?: TokenTerms | undefined
  /** As in `FeeEstimate`. */
  readonly isKeyless: boolean
}

type MaybeAccount = ChainAccount | null | undefined

async function readAccounts(rpc: JsonRpc, addresses: readonly Address[]): Promise<readonly MaybeAccount[]> {
  const params = [addresses, { ...confirmed, encoding: 'base64' }]
  return (await rpc('getMultipleAccounts', params, accountsSchema())).value
}

const readWalletMinimum = (rpc: JsonRpc): Promise<bigint> =>
  rpc('getMinimumBalanceForRentExemption', [0], lamportsSchema())

const isProgramOrToken = (account: MaybeAccount): boolean =>
  !!account && (account.executable || tokenPrograms.includes(account.owner))

/**
 * Whether a program controls an account: its owner is a program, or its address has no private key. A wallet may not have an
 * account yet.
 */
const isKeyless = (address: Address, account: MaybeAccount): boolean =>
  (!!account && account.owner !== systemProgram) || !isOnCurve(address)

async function planNative(rpc: JsonRpc, from: Address, to: Address, value: bigint): Promise<TransferPlan> {
  const [[sender, receiver], walletMinimum] = await Promise.all([
    readAccounts(rpc, [from, to]),
    readWalletMinimum(rpc),
  ])
  if (isProgramOrToken(receiver)) throw transferError('not-a-wallet', { to })
  if (!receiver && to !== from && value < walletMinimum)
    throw transferError('rent', { account: 'receiver', minimum: walletMinimum.toString() })
  return {
    from,
    instructions: [systemTransfer(from, to, value)],
    writes: [from, to],
    balance: sender?.lamports ?? 0n,
    moved: to === from ? 0n : value,
    walletMinimum,
    creates: undefined,
    isKeyless: isKeyless(to, receiver),
  }
}

/**
 * The sender's account with the largest amount of a token; the associated one first if it has enough. A frozen one only if
 * no other has enough.
 * @throws WidgetError `send/failed`, `data.reason` `token-split` if only several accounts together have enough.
 */
async function readSource(rpc: JsonRpc, from: Address, mint: Address, associated: Address, value: bigint) {
  const params = [from, { mint }, { ...confirmed, encoding: 'base64' }]
  const { value: tokenAccounts } = await rpc('getTokenAccountsByOwner', params, tokenAccountsSchema())
  const sources = tokenAccounts.flatMap(({ pubkey, account }) => {
    const state = decodeTokenAccount(account)
    if (state?.owner !== from || state.mint !== mint) return []
    const isFrozen = decodeAccountExtensions(account)?.isFrozen === true
    return [{ address: pubkey, amount: state.amount, account, isFrozen }]
  })
  sources.sort((a, b) => (b.amount > a.amount ? 1 : b.amount < a.amount ? -1 : 0))
  const sufficient = sources.filter(({ amount, isFrozen }) => amount >= value && !isFrozen)
  const source = sufficient.find(({ address }) => address === associated) ?? sufficient[0] ?? sources[0]
  const total = sources.reduce((sum, { amount }) => sum + amount, 0n)
  if (source && source.amount < value && total >= value) throw transferError('token-split', { mint })
  return source
}

/** The transfer instruction; if the mint has a fee, with the fee that was read, so that the program charges no other. */
const transferInstruction = (
  transfer: TokenTransfer,
  isWithFee: boolean,
  arrives: bigint | undefined,
): IInstruction =>
  isWithFee
    ? transferCheckedWithFee(transfer, transfer.amount - (arrives ?? transfer.amount))
    : transferChecked(transfer)

const withAccounts = (instruction: IInstruction, extra: readonly IAccountMeta[]): IInstruction =>
  extra.length === 0 ? instruction : { ...instruction, accounts: [...(instruction.accounts ?? []), ...extra] }

/** The accounts for a token's hook, if it has one. */
const hookAccountsOf = async (
  rpc: JsonRpc,
  { hook, ...transfer }: TokenTransfer & { readonly hook: Address | undefined },
  known: AccountData,
): Promise<readonly IAccountMeta[]> =>
  hook === undefined ? [] : hookAccounts(rpc, { ...transfer, hook }, known)

/** Account data that a hook can read without another request. A new token account starts with its mint and its owner. */
function knownData(
  { mint, source, destination }: TokenTransfer,
  owner: Address,
  found: { readonly mint: MaybeAccount; readonly source: ChainAccount; readonly into: MaybeAccount },
): AccountData {
  const bytesOf = (address: Address) => getAddressEncoder().encode(address)
  const initialData = Uint8Array.from([...bytesOf(mint), ...bytesOf(owner)])
  const isOpen = decodeTokenAccount(found.into) !== undefined
  return new Map([
    [mint, found.mint?.data ?? null],
    [source, found.source.data],
    [destination, isOpen && found.into ? found.into.data : initialData],
  ])
}

async function planToken(
  rpc: JsonRpc,
  from: Address,
  to: Address,
  mintAddress: Address,
  value: bigint,
): Promise<TransferPlan> {
  const [[sender, receiver, mintAccount], walletMinimum] = await Promise.all([
    readAccounts(rpc, [from, to, mintAddress]),
    readWalletMinimum(rpc),
  ])
  const mint = decodeMint(mintAccount)
  if (mint === undefined) throw transferError('reverted', { mint: mintAddress })
  const { program, decimals } = mint
  const extensions = decodeMintExtensions(mintAccount)
  requireTransferableMint(extensions)
  const [usualSource, usualDestination] = await Promise.all([
    associatedTokenAddress(from, mintAddress, program),
    associatedTokenAddress(to, mintAddress, program),
  ])
  // The user may enter the address of a token account instead of a wallet's. A token account of another mint, or one that
  // does not exist, would lose the amount.
  const givenAccount = decodeTokenAccount(receiver)
  const isTokenAccount = givenAccount?.mint === mintAddress
  const owner = isTokenAccount ? givenAccount.owner : to
  const others = [...(isTokenAccount ? [owner] : []), ...(dependsOnTime(extensions) ? [clockSysvar] : [])]
  const [source, [associatedAccount, ...read]] = await Promise.all([
    readSource(rpc, from, mintAddress, usualSource, value),
    readAccounts(rpc, [usualDestination, ...others]),
  ])
  const accountOf = (address: Address): MaybeAccount => read[others.indexOf(address)]
  if (source === undefined || source.amount < value)
    throw transferError('insufficient-funds', { mint: mintAddress })
  requireTransferableSource(source.account)

  const isUnknownVault = !receiver && !isOnCurve(to)
  if (!isTokenAccount && (isProgramOrToken(receiver) || isUnknownVault))
    throw transferError('not-a-wallet', { to })

  // The owner of an associated account of SPL Token can transfer its ownership: then another account would receive.
  const associatedOwner = decodeTokenAccount(associatedAccount)?.owner
  if (!isTokenAccount && associatedOwner !== undefined && associatedOwner !== to)
    throw transferError('not-a-wallet', { to, account: usualDestination })

  const destination = isTokenAccount ? to : usualDestination
  const isOpen = isTokenAccount || decodeTokenAccount(associatedAccount) !== undefined
  const destinationAccount = isTokenAccount ? receiver : associatedAccount
  const isToItself = source.address === destination
  const token = termsOf({
    value,
    extensions,
    destination: destinationAccount,
    isToItself,
    clock: accountOf(clockSysvar),
  })
  const accounts = { source: source.address, authority: from, destination }
  const transfer = { program, mint: mintAddress, decimals, ...accounts, amount: value }
  const states = { mint: mintAccount, source: source.account, into: destinationAccount }
  const withHook = { ...transfer, hook: extensions.hook }
  const extra = isToItself ? [] : await hookAccountsOf(rpc, withHook, knownData(transfer, to, states))
  const creation = { payer: from, tokenAccount: destination, owner: to, mint: mintAddress, program }
  return {
    from,
    instructions: [
      ...(isOpen ? [] : [createTokenAccount(creation)]),
      // The program requires the memo directly before the transfer.
      ...(token?.memo === undefined ? [] : [memoInstruction(memoProgram, token.memo)]),
      withAccounts(
        transferInstruction(transfer, extensions.fee !== undefined && !isToItself, token?.arrives),
        extra,
      ),
    ],
    writes: [from, source.address, destination],
    balance: sender?.lamports ?? 0n,
    moved: 0n,
    walletMinimum,
    creates: isOpen ? undefined : { tokenAccount: destination, lamports: associatedAccount?.lamports ?? 0n },
    receives: isToItself
      ? undefined
      : {
          tokenAccount: destination,
          amountAfter: (decodeTokenAccount(destinationAccount)?.amount ?? 0n) + (token?.arrives ?? value),
        },
    token,
    isKeyless: isKeyless(owner, isTokenAccount ? accountOf(owner) : receiver),
  }
}

/**
 * Plans a transfer by the chain's current state: the basis of both the estimate and the sent transaction.
 * @throws WidgetError `send/failed` (`data.reason`) if the chain would fail it, `chain/unsupported`, `address/invalid`,
 * `http/*`; ProviderRpcError of the node.
 */
export async function planTransfer(
  rpc: JsonRpc,
  { asset, from, to, value }: Transfer,
): Promise<TransferPlan> {
  if (namespaceOf(asset.chain) !== 'solana')
    throw new WidgetError('chain/unsupported', texts.unsupportedChain)
  const [sender, receiver] = [parseAddress(from), parseAddress(to)]
  return asset.address === undefined
    ? planNative(rpc, sender, receiver, value)
    : planToken(rpc, sender, receiver, parseAddress(asset.address), value)
}
