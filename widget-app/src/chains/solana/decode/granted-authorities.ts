import { type Address, getAddressDecoder, getU64Decoder } from '@solana/web3.js'
import type { Fact } from '../../request-facts.ts'
import type { ChainAccount } from '../chain-records.ts'
import { lookupTableProgram, stakeProgram, systemProgram, upgradeableLoader } from '../programs.ts'
import { closeAuthorityOf, readMint, readTokenAccount } from '../tokens/token-state.ts'
import { unlimitedFrom } from './programs/token.ts'
import type { Accounts } from './read-accounts.ts'

type State = Pick<ChainAccount, 'owner' | 'data'>

const keyAt = (data: Uint8Array, at: number): Address => getAddressDecoder().decode(data, at)

/** A key after a flag of one or four bytes, as mints, token accounts and programs store an optional authority. */
const optionalKeyAt = (data: Uint8Array, flagAt: number, keyStart: number): Address | undefined =>
  data[flagAt] === 1 && data.length >= keyStart + 32 ? keyAt(data, keyStart) : undefined

const nonceLength = 80
const stakeStates: readonly (number | undefined)[] = [1, 2]

/** The authorities over an account, by name. Accounts of unknown programs have none that can be decoded. */
function holdersOf(account: State): ReadonlyMap<string, Address | undefined> {
  const { owner, data } = account
  const held = readTokenAccount(account)
  if (held !== undefined)
    return new Map([
      ['SetAuthority: AccountOwner', held.owner],
      ['SetAuthority: CloseAccount', closeAuthorityOf(account)],
    ])
  if (readMint(account) !== undefined)
    return new Map([
      ['SetAuthority: MintTokens', optionalKeyAt(data, 0, 4)],
      ['SetAuthority: FreezeAccount', optionalKeyAt(data, 46, 50)],
    ])
  if (owner === systemProgram && data.length === nonceLength)
    return new Map([['AuthorizeNonceAccount', keyAt(data, 8)]])
  if (owner === stakeProgram && stakeStates.includes(data[0]) && data.length >= 76)
    return new Map([
      ['Authorize: Staker', keyAt(data, 12)],
      ['Authorize: Withdrawer', keyAt(data, 44)],
    ])
  if (owner === upgradeableLoader && data[0] === 3)
    return new Map([['SetUpgradeAuthority', optionalKeyAt(data, 12, 13)]])
  if (owner === upgradeableLoader && data[0] === 1)
    return new Map([['SetUpgradeAuthority', optionalKeyAt(data, 4, 5)]])
  if (owner === lookupTableProgram && data[0] === 1)
    return new Map([['SetLookupTableAuthority', optionalKeyAt(data, 21, 22)]])
  return new Map()
}

/** Whether an account has an authority over another, or is that account. */
export const hasRightIn = (address: string, state: State, account: string): boolean =>
  address === account || [...holdersOf(state).values()].some((holder) => holder === account)

/** The delegate of a token account, and the amount it may transfer. */
function delegateOf(account: State): { readonly spender: Address; readonly value: bigint } | undefined {
  const spender = optionalKeyAt(account.data, 72, 76)
  return spender === undefined ? undefined : { spender, value: getU64Decoder().decode(account.data, 121) }
}

/** An approval of the account's own token account that the simulation adds or increases. */
function newApproval(was: State | undefined, is: State, account: string): readonly Fact[] {
  const held = readTokenAccount(is)
  if (held?.owner !== account) return []
  const delegate = delegateOf(is)
  const before = was && readTokenAccount(was)?.owner === account ? delegateOf(was) : undefined
  if (delegate === undefined) return []
  if (before?.spender === delegate.spender && before.value >= delegate.value) return []
  const { spender, value } = delegate
  const figure = { value, contract: held.mint }
  return [{ is: 'approval', spender, figure, isUnlimited: value >= unlimitedFrom }]
}

/** Authorities over an existing account that move from the signer to another account in the simulation. */
function lostRights(address: string, was: State, is: State, account: string): readonly Fact[] {
  if (address === account) {
    const isSame = was.owner === is.owner && was.data.length === is.data.length
    return isSame ? [] : [{ is: 'authority', name: 'Assign', right: 'account', to: is.owner }]
  }
  const after = holdersOf(is)
  return [...holdersOf(was)].flatMap(([name, holder]): readonly Fact[] => {
    if (holder !== account || after.get(name) === account) return []
    return [
      {
        is: 'authority',
        name,
        right: 'owner',
        to: after.get(name) ?? (after.size === 0 ? is.owner : undefined),
      },
    ]
  })
}

/** A close authority of another account over a token account that the simulation creates for the signer. */
function newCloseAuthority(is: State, account: string): readonly Fact[] {
  const to = holdersOf(is).get('SetAuthority: CloseAccount')
  return readTokenAccount(is)?.owner === account && to !== undefined && to !== account
    ? [{ is: 'authority', name: 'SetAuthority: CloseAccount', right: 'owner', to }]
    : []
}

/**
 * Authorities that a simulation grants, by the state of the accounts before and after: delegates, close authorities, owners,
 * the owner program of the account itself. A program that has the account's signature can grant all of them without naming
 * them in the instruction. A closed account grants none: the balance change shows what was transferred.
 */
export function grantedRights(
  before: Accounts,
  watched: readonly string[],
  after: readonly (ChainAccount | null)[],
  account: string,
): readonly Fact[] {
  return watched.flatMap((address, at) => {
    const [was, is] = [before.get(address), after[at]]
    if (!is) return []
    const lost = was === undefined ? newCloseAuthority(is, account) : lostRights(address, was, is, account)
    return [...newApproval(was, is, account), ...lost]
  })
}
