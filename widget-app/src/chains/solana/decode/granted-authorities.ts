import { type Address, getAddressDecoder, getU64Decoder } from '@solana/web3.js'
import type { Fact } from '../../request-facts.ts'
import type { ChainAccount } from '../chain-records.ts'
import { lookupTableProgram, stakeProgram, systemProgram, upgradeableLoader } from '../programs.ts'
import { closeAuthorityOf, readMint, readTokenAccount } from '../tokens/token-state.ts'
import { unlimitedFrom } from './programs/token.ts'
import type { Accounts } from './read-accounts.ts'

type State = Pick<ChainAccount, 'owner' | 'data'>

const keyAt = (data: Uint8Array, at: number): Address => getAddressDecoder().decode(data, at)

/** A key behind a flag of one or four bytes, as mints, token accounts and programs keep their optional holders. */
const optionalKeyAt = (data: Uint8Array, flagAt: number, keyStart: number): Address | undefined =>
  data[flagAt] === 1 && data.length >= keyStart + 32 ? keyAt(data, keyStart) : undefined

const nonceLength = 80
const stakeStates: readonly (number | undefined)[] = [1, 2]

/** Who holds which right over an account, by the right's name; accounts of unknown programs have none that can be read. */
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

/** Whether an account holds a right over another, or is that account. */
export const hasRightIn = (address: string, state: State, account: string): boolean =>
  address === account || [...holdersOf(state).values()].some((holder) => holder === account)

/** Who may take tokens out of a token account later, and how many. */
function delegateOf(account: State): { readonly spender: Address; readonly value: bigint } | undefined {
  const spender = optionalKeyAt(account.data, 72, 76)
  return spender === undefined ? undefined : { spender, value: getU64Decoder().decode(account.data, 121) }
}

/** An approval that the account's own token account has after the run and had not before, or for more. */
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

/** Rights over an existing account that the account which signs had before the run and another has after it. */
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

/** A close authority that a new token account of the account's has from its start. */
function newCloseAuthority(is: State, account: string): readonly Fact[] {
  const to = holdersOf(is).get('SetAuthority: CloseAccount')
  return readTokenAccount(is)?.owner === account && to !== undefined && to !== account
    ? [{ is: 'authority', name: 'SetAuthority: CloseAccount', right: 'owner', to }]
    : []
}

/**
 * Rights that a run hands out, by the state of accounts before and after it: delegates, close authorities, owners, the
 * program of the account itself. A program that has the account's signature can give all of them without a word in the
 * instruction. An account that is closed hands out nothing: its balance says what left.
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
