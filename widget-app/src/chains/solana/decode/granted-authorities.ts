import { type Address, getAddressDecoder, getU64Decoder } from '@solana/web3.js'
import type { Fact } from '../../request-facts.ts'
import type { ChainAccount } from '../chain-records.ts'
import { lookupTableProgram, stakeProgram, systemProgram, upgradeableLoader } from '../programs.ts'
import { closeAuthorityOf, decodeMint, decodeTokenAccount } from '../tokens/token-state.ts'
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
function authoritiesOf(account: State): ReadonlyMap<string, Address | undefined> {
  const { owner, data } = account
  const tokenAccount = decodeTokenAccount(account)
  if (tokenAccount !== undefined)
    return new Map([
      ['SetAuthority: AccountOwner', tokenAccount.owner],
      ['SetAuthority: CloseAccount', closeAuthorityOf(account)],
    ])
  if (decodeMint(account) !== undefined)
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
export const hasAuthorityOver = (address: string, state: State, account: string): boolean =>
  address === account || [...authoritiesOf(state).values()].some((holder) => holder === account)

/** The delegate of a token account, and the amount it may transfer. */
function delegateOf(account: State): { readonly spender: Address; readonly value: bigint } | undefined {
  const spender = optionalKeyAt(account.data, 72, 76)
  return spender === undefined ? undefined : { spender, value: getU64Decoder().decode(account.data, 121) }
}

/** An approval of the account's own token account that the simulation adds or increases. */
function newApproval(stateBefore: State | undefined, stateAfter: State, account: string): readonly Fact[] {
  const tokenAccount = decodeTokenAccount(stateAfter)
  if (tokenAccount?.owner !== account) return []
  const delegate = delegateOf(stateAfter)
  const before =
    stateBefore && decodeTokenAccount(stateBefore)?.owner === account ? delegateOf(stateBefore) : undefined
  if (delegate === undefined) return []
  if (before?.spender === delegate.spender && before.value >= delegate.value) return []
  const { spender, value } = delegate
  const figure = { value, contract: tokenAccount.mint }
  return [{ is: 'approval', spender, figure, isUnlimited: value >= unlimitedFrom }]
}

/** Authorities over an existing account that move from the signer to another account in the simulation. */
function lostAuthorities(
  address: string,
  stateBefore: State,
  stateAfter: State,
  account: string,
): readonly Fact[] {
  if (address === account) {
    const isSame =
      stateBefore.owner === stateAfter.owner && stateBefore.data.length === stateAfter.data.length
    return isSame ? [] : [{ is: 'authority', name: 'Assign', right: 'account', to: stateAfter.owner }]
  }
  const after = authoritiesOf(stateAfter)
  return [...authoritiesOf(stateBefore)].flatMap(([name, holder]): readonly Fact[] => {
    if (holder !== account || after.get(name) === account) return []
    return [
      {
        is: 'authority',
        name,
        right: 'owner',
        to: after.get(name) ?? (after.size === 0 ? stateAfter.owner : undefined),
      },
    ]
  })
}

/** A close authority of another account over a token account that the simulation creates for the signer. */
function newCloseAuthority(stateAfter: State, account: string): readonly Fact[] {
  const to = authoritiesOf(stateAfter).get('SetAuthority: CloseAccount')
  return decodeTokenAccount(stateAfter)?.owner === account && to !== undefined && to !== account
    ? [{ is: 'authority', name: 'SetAuthority: CloseAccount', right: 'owner', to }]
    : []
}

/**
 * Whether a token account was closed: nodes return null, or an account with zero lamports, which the runtime deletes. Its
 * tokens are part of the balance changes. Those of other accounts are not: a closed stake account remains a loss.
 */
const isClosedTokenAccount = (stateBefore: State | undefined, { lamports }: ChainAccount): boolean =>
  lamports === 0n && decodeTokenAccount(stateBefore) !== undefined

/**
 * Authorities that a simulation grants, by the state of the accounts before and after: delegates, close authorities, owners,
 * the owner program of the account itself. A program that has the account's signature can grant all of them without naming
 * them in the instruction. A closed token account grants none: the balance change shows what was transferred.
 */
export function grantedAuthorities(
  before: Accounts,
  watched: readonly string[],
  after: readonly (ChainAccount | null)[],
  account: string,
): readonly Fact[] {
  return watched.flatMap((address, at) => {
    const [stateBefore, stateAfter] = [before.get(address), after[at]]
    if (!stateAfter || isClosedTokenAccount(stateBefore, stateAfter)) return []
    const lost =
      stateBefore === undefined
        ? newCloseAuthority(stateAfter, account)
        : lostAuthorities(address, stateBefore, stateAfter, account)
    return [...newApproval(stateBefore, stateAfter, account), ...lost]
  })
}
