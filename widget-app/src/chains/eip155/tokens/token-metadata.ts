import type { Network } from '#shared/config/network.ts'
import { isImpersonatedSymbol } from '#widget/lib/text/impersonated-symbol.ts'
import { sanitizeSymbol } from '#widget/lib/text/sanitize-symbol.ts'
import type { Asset } from '../../chain-adapter.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import type {
  BalanceChange,
  DecodedAmount,
  DecodedAsset,
  Description,
  Fact,
  SessionPermission,
} from '../../request-facts.ts'
import { bytesSchema } from '../hex.ts'
import { wrappedNativeTokens } from './contract-kind.ts'
import { type ContractStandard, hasOwner, readStandard } from './contract-standard.ts'
import { decodeText, decodeUint, encodeTokenFact } from './erc20.ts'

const symbolMaxLength = 16
const decimalsMax = 77n

/** Symbol and decimals of a token of the bundled list on the network of the request. */
export type BundledToken = (
  contract: string,
) => { readonly symbol: string; readonly decimals: number } | undefined

type TokenAsset = Asset & DecodedAsset

/** What endpoints report about an unlisted contract. */
type Report = {
  /** Symbol and decimals, if all endpoints report the same. */
  readonly asset: TokenAsset | undefined
  readonly standard: ContractStandard | undefined
  /** Whether a second endpoint reports the same standard. */
  readonly isConfirmed: boolean
}

/** Whether the bundled list has tokens of a network. On others, such as test networks, every token is unlisted. */
const hasListedTokens = ({ id }: Network): boolean => wrappedNativeTokens.has(id)

/** Metadata that a token's contract reports; `undefined` without decimals or symbol. */
async function readAsset(
  rpc: JsonRpc,
  network: Network,
  contract: string,
  signal: AbortSignal,
): Promise<TokenAsset | undefined> {
  const call = (data: string) => rpc('eth_call', [{ to: contract, data }, 'latest'], bytesSchema, { signal })
  try {
    const [decimals, symbol] = await Promise.all([
      call(encodeTokenFact('decimals')),
      call(encodeTokenFact('symbol')),
    ])
    const decimalPlaces = decodeUint(decimals)
    const text = sanitizeSymbol(decodeText(symbol) ?? '', symbolMaxLength)
    if (decimalPlaces === undefined || decimalPlaces > decimalsMax || text === '') return undefined
    const asset = {
      chain: network.id,
      address: contract,
      symbol: text,
      name: text,
      decimals: Number(decimalPlaces),
    }
    return hasListedTokens(network) && isImpersonatedSymbol(text) ? { ...asset, isImitation: true } : asset
  } catch {
    signal.throwIfAborted()
    return undefined
  }
}

/** What a contract is: from both endpoints, or unconfirmed if there is no second one. */
async function readReport(
  rpc: JsonRpc,
  second: JsonRpc | undefined,
  network: Network,
  contract: string,
  signal: AbortSignal,
): Promise<Report> {
  const [primary, other] = await Promise.all(
    [rpc, second].map(async (source) => {
      if (source === undefined) return undefined
      const asset = await readAsset(source, network, contract, signal)
      return { asset, standard: await readStandard(source, contract, asset !== undefined, signal) }
    }),
  )
  const { asset, standard } = primary ?? {}
  if (other === undefined)
    return { asset: asset && { ...asset, isUnconfirmed: true }, standard, isConfirmed: false }
  const isSameAsset = other.asset?.decimals === asset?.decimals && other.asset?.symbol === asset?.symbol
  const isConfirmed = other.standard === standard && (standard !== 'amount' || isSameAsset)
  return {
    asset: isSameAsset ? asset : undefined,
    standard: isConfirmed ? standard : undefined,
    isConfirmed: isConfirmed && standard !== undefined,
  }
}

/**
 * Creates a reader of token metadata that reads each token once; the native currency is the network's. Tokens of the bundled
 * list are not read from the chain: a gateway with wrong decimals would change the amount on screen. For other tokens both
 * endpoints must report the same.
 */
export function tokenReader(
  rpc: JsonRpc,
  network: Network,
  signal: AbortSignal,
  {
    account,
    bundledToken,
    second,
  }: {
    readonly account?: string
    readonly bundledToken: BundledToken
    readonly second?: JsonRpc | undefined
  },
) {
  const reports = new Map<string, Promise<Report>>()
  const { nativeCurrency } = network
  const native: Asset = { chain: network.id, address: undefined, ...nativeCurrency }
  const report = (contract: string): Promise<Report> => {
    const key = contract.toLowerCase()
    const result = reports.get(key) ?? readReport(rpc, second, network, contract, signal)
    reports.set(key, result)
    return result
  }
  const assetOf = async (contract: string | undefined): Promise<TokenAsset | undefined> => {
    if (contract === undefined) return native
    const listed = bundledToken(contract)
    return listed
      ? { ...native, address: contract, name: listed.symbol, ...listed }
      : (await report(contract)).asset
  }
  const figure = async (raw: DecodedAmount): Promise<DecodedAmount> => ({
    ...raw,
    asset: await assetOf(raw.contract),
  })
  /** The account's current balance of a token, base units; `undefined` if the contract does not report it. */
  const holding = async (contract: string | undefined): Promise<bigint | undefined> => {
    if (contract === undefined || account === undefined) return undefined
    const data = `0x70a08231${account.slice(2).toLowerCase().padStart(64, '0')}`
    try {
      return decodeUint(await rpc('eth_call', [{ to: contract, data }, 'latest'], bytesSchema, { signal }))
    } catch {
      signal.throwIfAborted()
      return undefined
    }
  }
  return {
    figure,
    holding,
    report,
    /** What endpoints report about a token that a dApp names, and whether either imitates a well-known one. */
    listing: async (contract: string, symbol = '') => {
      const { asset: reported } = await report(contract)
      const isImitation = reported?.isImitation || (hasListedTokens(network) && isImpersonatedSymbol(symbol))
      return { reported, ...(isImitation ? { isImitation: true as const } : {}) }
    },
    /** Whether a contract may have an NFT with this id, by any of the endpoints. */
    hasOwner: async (contract: string, id: bigint): Promise<boolean> => {
      const sources = second === undefined ? [rpc] : [rpc, second]
      const result = await Promise.all(sources.map((source) => hasOwner(source, contract, id, signal)))
      return result.includes(true)
    },
    change: async (change: BalanceChange): Promise<BalanceChange> => {
      if (change.collectible !== undefined) return change
      const { contract } = change.figure
      const isVerified = contract === undefined || bundledToken(contract) !== undefined
      return { ...change, figure: await figure(change.figure), ...(isVerified ? { isVerified } : {}) }
    },
    grant: async (fact: Fact): Promise<Fact> =>
      fact.is === 'approval' ? { ...fact, figure: await figure(fact.figure) } : fact,
  }
}

type Reader = ReturnType<typeof tokenReader>

/** The permission with symbol and decimals of its tokens. */
export async function withPermissionAssets(
  permission: SessionPermission,
  { figure }: Reader,
): Promise<SessionPermission> {
  if (permission.is === 'allowance') return { ...permission, figure: await figure(permission.figure) }
  const functions = permission.functions.map(async (one) => ({
    ...one,
    mostSent: one.mostSent && (await figure(one.mostSent)),
  }))
  return { ...permission, functions: await Promise.all(functions) }
}

type Transfer = Extract<Fact, { is: 'transfer' }>
type Approval = Extract<Fact, { is: 'approval' }>

/** The NFT of a transfer or an approval. An approval for the zero address revokes an earlier one (EIP-721). */
function toCollectible(fact: Transfer | Approval, contract: string): Fact {
  const id = fact.figure.value
  if (fact.is === 'transfer')
    return { is: 'collectible', from: fact.from, to: fact.to, collection: contract, id, count: 1n }
  const { mayBeCollectible: _, ...approval } = fact
  const value = BigInt(fact.spender) === 0n ? 0n : 1n
  return { ...approval, collectible: id, figure: { value, contract }, isUnlimited: false }
}

/** A transfer or an approval at an unlisted contract, as far as endpoints report what its value is. */
async function withStandard(fact: Transfer | Approval, reader: Reader): Promise<Fact> {
  const { contract } = fact.figure
  if (contract === undefined) return fact
  const { asset, standard, isConfirmed } = await reader.report(contract)
  if (standard === undefined) return fact
  // A contract may be both (ERC-404): the value is an id if an NFT has it, otherwise an amount.
  const mayBeBoth = standard === 'amount' || asset !== undefined
  const isOwned = mayBeBoth && (await reader.hasOwner(contract, fact.figure.value))
  if (mayBeBoth && isOwned === (standard === 'amount')) return fact
  if (standard === 'collectible')
    return isConfirmed ? toCollectible(fact, contract) : { ...fact, reportedAs: standard }
  const { mayBeCollectible: _, ...amount } = fact
  return withAssets(isConfirmed ? amount : { ...fact, reportedAs: standard }, reader)
}

async function withAssets(fact: Fact, reader: Reader): Promise<Fact> {
  const withAssetIfDefined = async (raw: DecodedAmount | undefined) => raw && reader.figure(raw)
  switch (fact.is) {
    case 'transfer':
      if (fact.mayBeCollectible && fact.reportedAs === undefined) return withStandard(fact, reader)
      return { ...fact, figure: await reader.figure(fact.figure) }
    case 'approval':
    case 'permit': {
      if (fact.is === 'approval' && fact.mayBeCollectible && fact.reportedAs === undefined)
        return withStandard(fact, reader)
      const [figure, holding] = await Promise.all([
        reader.figure(fact.figure),
        reader.holding(fact.figure.contract),
      ])
      return { ...fact, figure, holding }
    }
    case 'swap':
      return { ...fact, pays: await withAssetIfDefined(fact.pays), gets: await withAssetIfDefined(fact.gets) }
    case 'unknown-call':
      return { ...fact, figure: await withAssetIfDefined(fact.figure) }
    case 'session': {
      const permissions = fact.permissions.map((one) => withPermissionAssets(one, reader))
      return { ...fact, permissions: await Promise.all(permissions) }
    }
    case 'listing':
      return fact.isListed || fact.standard !== 'ERC20'
        ? fact
        : { ...fact, ...(await reader.listing(fact.contract, fact.symbol)) }
    case 'batch':
      return { ...fact, facts: await Promise.all(fact.facts.map((one) => withAssets(one, reader))) }
    default:
      return fact
  }
}

/** The facts with token metadata, read from both endpoints if there is a second. */
export async function readTokenMetadata(
  rpc: JsonRpc,
  description: Description,
  network: Network,
  signal: AbortSignal,
  pinned: BundledToken,
  second?: JsonRpc,
): Promise<Description> {
  const reader = tokenReader(rpc, network, signal, {
    account: description.account,
    bundledToken: pinned,
    second,
  })
  const facts = await Promise.all(description.facts.map((fact) => withAssets(fact, reader)))
  return { ...description, facts }
}

/** The addresses that have code. An account that delegates to a contract (EIP-7702) is still a user's account. */
export async function filterContracts(
  rpc: JsonRpc,
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const codes = await Promise.all(
    addresses.map((address) => rpc('eth_getCode', [address, 'latest'], bytesSchema, { signal })),
  )
  return addresses.filter((_address, index) => {
    const code = codes[index] ?? '0x'
    return code !== '0x' && !code.startsWith('0xef0100')
  })
}
