import type { Network } from '#shared/config/network.ts'
import type { AdapterPorts } from '../../adapter-ports.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import type { DecodedAmount, Description, Fact } from '../../request-facts.ts'
import { tokenAccountsSchema } from '../chain-records.ts'
import { knownCall } from '../decode/programs/program-call.ts'
import { type Accounts, readAccounts } from '../decode/read-accounts.ts'
import { confirmed } from '../rpc.ts'
import { crossCheckedDecimals, type ReportedDecimals } from './cross-checked-decimals.ts'
import { mintSymbol } from './mint-symbol.ts'
import { type TokenAccountState, tokenAccountOwners } from './token-account-owners.ts'
import { type DisplayScale, decodeMintExtensions, type MintExtensions } from './token-extensions.ts'
import { decodeTokenAccount } from './token-state.ts'
import { minReceived } from './token-terms.ts'

const flat = (facts: readonly Fact[]): readonly Fact[] =>
  facts.flatMap((fact) => (fact.is === 'batch' ? flat(fact.facts) : [fact]))

const addressesOf = (fact: Fact): readonly string[] => {
  switch (fact.is) {
    case 'transfer':
      return [fact.figure.contract, fact.source, fact.to].filter((one) => one !== undefined)
    case 'burn':
      return [fact.figure.contract, fact.source].filter((one) => one !== undefined)
    case 'approval':
      return fact.figure.contract ? [fact.figure.contract] : []
    case 'transfer-all':
    case 'withdrawal':
      return fact.to === undefined ? [] : [fact.to]
    default:
      return []
  }
}

/** State of the tokens and token accounts of a request. */
type TokenState = {
  /** The account that signs. */
  readonly account: string
  readonly accounts: Accounts
  readonly owners: ReadonlyMap<string, TokenAccountState>
  readonly network: Network
  /** Pinned symbols and decimals, which no node can change. */
  readonly bundled: NonNullable<AdapterPorts['bundledToken']>
  /** By mint; absent if the endpoints report different ones. */
  readonly decimals: ReadonlyMap<string, ReportedDecimals>
  /** By mint: the largest amount in one token account of the signer. */
  readonly holdings: ReadonlyMap<string, bigint>
}

/** The mint of an amount: named by the fact, or that of its token account. */
const mintOf = (contract: string, owners: TokenState['owners']): string =>
  owners.get(contract)?.mint ?? contract

/** An amount with the decimals of its mint; if the fact names a token account, with that account's mint. */
function amountWithMetadata(
  raw: DecodedAmount,
  { owners, network, bundled, decimals }: TokenState,
): DecodedAmount {
  if (raw.contract === undefined) return { ...raw, asset: network.nativeCurrency }
  const contract = mintOf(raw.contract, owners)
  const pinned = bundled(network.id, contract)
  if (pinned !== undefined) return { ...raw, contract, asset: pinned }
  const reported = decimals.get(contract)
  return reported === undefined
    ? { ...raw, contract }
    : { ...raw, contract, asset: { symbol: mintSymbol(contract), ...reported } }
}

/**
 * The recipient of a transfer. Users know wallets, not their token accounts: the owner is named if the token account
 * certainly still has this owner at execution. A token account that does not exist yet belongs to the account for which it
 * is created by then. Native amounts belong to the account itself, whatever tokens it has: they keep its address.
 */
function recipientOf(to: string, contract: string | undefined, { owners }: TokenState) {
  const state = owners.get(to)
  if (state === undefined && contract === undefined) return { to }
  if (state === undefined) return { to, tokenAccount: { owner: undefined, isAssociated: false } }
  const { owner, isAssociated } = state
  const isNamed = isAssociated && contract !== undefined
  return isNamed ? { to: owner } : { to, tokenAccount: { owner, isAssociated } }
}

/**
 * The account that tokens are taken from: a delegate signs for the owner of the token account, as its state names it now.
 */
const tokenSourceOf = (
  { from, source }: Extract<Fact, { is: 'transfer' | 'burn' }>,
  { owners, account }: TokenState,
): string | undefined => {
  const owner = from === undefined && source !== undefined ? owners.get(source)?.owner : undefined
  return owner === undefined || owner === account ? from : owner
}

/** The amount received, if the mint withholds a fee. */
function receivedAmountOf(
  { figure: { value, contract } }: Extract<Fact, { is: 'transfer' }>,
  { accounts, owners }: TokenState,
): { readonly arrives?: bigint } {
  if (contract === undefined) return {}
  const { fee } = decodeMintExtensions(accounts.get(mintOf(contract, owners)))
  const arrives = fee && minReceived(value, fee)
  return arrives === undefined || arrives === value ? {} : { arrives }
}

function withTokenMetadata(fact: Fact, state: TokenState): Fact {
  switch (fact.is) {
    case 'batch':
      return { ...fact, facts: fact.facts.map((one) => withTokenMetadata(one, state)) }
    case 'approval': {
      const figure = amountWithMetadata(fact.figure, state)
      return { ...fact, figure, holding: state.holdings.get(figure.contract ?? '') }
    }
    case 'transfer':
      return {
        ...fact,
        ...recipientOf(fact.to, fact.figure.contract, state),
        from: tokenSourceOf(fact, state),
        figure: amountWithMetadata(fact.figure, state),
        ...receivedAmountOf(fact, state),
      }
    case 'transfer-all':
      return { ...fact, ...recipientOf(fact.to, fact.of?.contract, state) }
    case 'burn':
      return { ...fact, from: tokenSourceOf(fact, state), figure: amountWithMetadata(fact.figure, state) }
    case 'withdrawal':
      return {
        ...fact,
        ...(fact.to === undefined ? {} : recipientOf(fact.to, undefined, state)),
        figure: amountWithMetadata(fact.figure, state),
      }
    case 'term':
      return fact.figure === undefined ? fact : { ...fact, figure: amountWithMetadata(fact.figure, state) }
    default:
      return fact
  }
}

/** The higher of a mint's two fees: the transaction may be executed in the epoch of either. Undefined if both are zero. */
function highestFee({ fee }: MintExtensions) {
  if (fee === undefined) return undefined
  const highest = fee.older.basisPoints > fee.newer.basisPoints ? fee.older : fee.newer
  return highest.basisPoints > 0 ? highest : undefined
}

/** The multiplier that wallets apply to amounts, with the next one and its time. */
const multiplierText = ({ multiplier, next }: DisplayScale): string => {
  if (next.multiplier === multiplier) return String(multiplier)
  const at = new Date(Number(next.at) * 1_000)
  const from = Number.isNaN(at.getTime()) ? String(next.at) : at.toISOString()
  return `${multiplier}, from ${from} on by ${next.multiplier}`
}

/** Facts about a mint's extensions, one for each mint of the request that has any. */
function extensionFacts(facts: readonly Fact[], { accounts, owners }: TokenState): readonly Fact[] {
  const contracts = flat(facts).flatMap((fact) =>
    fact.is === 'transfer' || fact.is === 'approval' ? (fact.figure.contract ?? []) : [],
  )
  const mints = [...new Set(contracts.map((contract) => mintOf(contract, owners)))]
  return mints.flatMap((mint) => {
    const extensions = decodeMintExtensions(accounts.get(mint))
    const { permanentDelegate, hook, isNonTransferable, isPaused, interest, scale, unknown } = extensions
    const fee = highestFee(extensions)
    const affectsTransfers = fee || permanentDelegate || hook || isNonTransferable || isPaused || unknown
    if (!affectsTransfers && !interest && !scale) return []
    return [
      knownCall('TokenExtensions', {
        mint,
        'transfer fee': fee && { basisPoints: fee.basisPoints },
        'highest fee': fee?.maximum,
        'permanent delegate': permanentDelegate,
        'transfer hook': hook,
        'non-transferable': isNonTransferable ? 'yes' : undefined,
        paused: isPaused ? 'yes' : undefined,
        // Amounts of a request are the signed ones; wallets display others.
        'wallets multiply amounts by': scale && multiplierText(scale),
        'wallets add yearly interest of': interest && { basisPoints: interest.rate },
        'unknown extensions': unknown?.join(', '),
      }),
    ]
  })
}

/** By mint: the largest amount in one of an account's token accounts; absent if the node reports none. */
async function largestHoldings(
  rpc: JsonRpc,
  owner: string,
  mints: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, bigint>> {
  const config = { ...confirmed, encoding: 'base64' }
  const entries = mints.map(async (mint) => {
    const params = [owner, { mint }, config]
    const response = rpc('getTokenAccountsByOwner', params, tokenAccountsSchema(), { signal })
    const { value } = await response.catch(() => ({ value: undefined }))
    signal.throwIfAborted()
    if (value === undefined) return []
    let largest = 0n
    for (const { account } of value) {
      const amount = decodeTokenAccount(account)?.amount ?? 0n
      if (amount > largest) largest = amount
    }
    return [[mint, largest] as const]
  })
  return new Map((await Promise.all(entries)).flat())
}

/**
 * Adds to the facts the decimals of their mints (pinned for bundled tokens), the owners of associated token accounts as
 * recipients, and the effects of mint extensions.
 */
export async function addTokenMetadata(
  rpc: JsonRpc,
  description: Description,
  network: Network,
  signal: AbortSignal,
  bundled: TokenState['bundled'] = () => undefined,
  secondRpc?: JsonRpc,
): Promise<Description> {
  const { account, facts } = description
  const all = flat(facts)
  const first = await readAccounts(rpc, all.flatMap(addressesOf), signal)
  const owners = await tokenAccountOwners(first, all, account)
  const mints = [...first.values()].flatMap((one) => decodeTokenAccount(one)?.mint ?? [])
  const mintAccounts = await readAccounts(
    rpc,
    mints.filter((mint) => !first.has(mint)),
    signal,
  )
  const accounts = new Map([...first, ...mintAccounts])
  const approved = all.flatMap((fact) => (fact.is === 'approval' ? (fact.figure.contract ?? []) : []))
  const approvedMints = [...new Set(approved.map((contract) => mintOf(contract, owners)))]
  const holdings = await largestHoldings(rpc, account, approvedMints, signal)
  const isPinned = (mint: string) => bundled(network.id, mint) !== undefined
  const decimals = await crossCheckedDecimals(accounts, secondRpc, isPinned, signal)
  const state = { account, accounts, owners, network, bundled, decimals, holdings }
  const described = facts.map((fact) => withTokenMetadata(fact, state))
  return { ...description, facts: [...described, ...extensionFacts(described, state)] }
}
