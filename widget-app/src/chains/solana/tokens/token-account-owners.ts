import type { TokenAccountHolder } from '../../fact-kinds.ts'
import type { Fact } from '../../request-facts.ts'
import { asAddress } from '../address.ts'
import type { HarmlessCall } from '../decode/programs/harmless-calls.ts'
import { isAuthorityTransfer } from '../decode/programs/program-call.ts'
import type { Accounts } from '../decode/read-accounts.ts'
import { tokenPrograms } from '../programs.ts'
import { associatedTokenAddress, closeAuthorityOf, decodeTokenAccount } from './token-state.ts'

/** The state of a token account that a node reports, and whether it still applies when the transaction is executed. */
export type TokenAccountState = TokenAccountHolder & {
  readonly owner: string
  /** The mint; undefined if the account may have another mint by then. */
  readonly mint: string | undefined
}

/** Calls that name a token account and do not change its owner or mint. */
const preservesOwner: ReadonlySet<string> = new Set<HarmlessCall | 'Memo'>([
  'CreateTokenAccount',
  'HarvestWithheldTokensToMint',
  'Memo',
  'SyncNative',
  'TransferCheckedWithFee',
])

/**
 * Whether a fact of the request may close a token account, recreate it, or transfer its ownership. Authority facts and
 * unknown calls do not name the accounts that they change: each may change any.
 */
const mayChange = (fact: Fact, tokenAccount: string): boolean => {
  if (fact.is === 'known-call')
    return (
      isAuthorityTransfer(fact.name) ||
      (!preservesOwner.has(fact.name) && fact.lines.some(({ value }) => value === tokenAccount))
    )
  return fact.is === 'authority' || fact.is === 'transfer-all' || fact.is === 'unknown-call'
}

type Entry = readonly [address: string, known: TokenAccountState]

/**
 * An associated token account that the request itself creates, treated as existing: its program creates none for another
 * owner. The fact does not contain its token program.
 */
async function createdBy(fact: Fact, accounts: Accounts, facts: readonly Fact[]): Promise<readonly Entry[]> {
  if (fact.is !== 'known-call' || fact.name !== 'CreateTokenAccount') return []
  const [created, owner, mint] = ['account', 'owner', 'mint'].map((name) =>
    asAddress(fact.lines.find(({ label }) => label === name)?.value ?? ''),
  )
  if (created === undefined || owner === undefined || mint === undefined || accounts.has(created)) return []
  const derived = await Promise.all(
    tokenPrograms.map((program) => associatedTokenAddress(owner, mint, program)),
  )
  if (!derived.includes(created)) return []
  return [[created, { owner, isAssociated: !facts.some((one) => mayChange(one, created)), mint }]]
}

/**
 * The token accounts among those that were read. Their state is current: the transaction itself, and others before it, may
 * close an account and recreate it with another owner and mint, if its key exists. An associated token account has no key:
 * its address is derived from owner, mint and token program, so it never gets another mint or is created for another owner.
 * Its owner can still name a close authority, which gets the lamports of a wrapped-SOL account.
 * @param facts of the request, flat.
 */
export async function tokenAccountOwners(
  accounts: Accounts,
  facts: readonly Fact[],
  account: string,
): Promise<ReadonlyMap<string, TokenAccountState>> {
  const entries = [...accounts].map(async ([name, state]): Promise<readonly Entry[]> => {
    const decoded = decodeTokenAccount(state)
    const address = asAddress(name)
    if (decoded === undefined || address === undefined) return []
    const { owner, mint } = decoded
    const isDerived = (await associatedTokenAddress(owner, mint, state.owner)) === address
    const isUnchanged = closeAuthorityOf(state) === owner && !facts.some((fact) => mayChange(fact, address))
    // The user's own account stays as it is until the user closes it.
    const isMintFixed = isDerived || (isUnchanged && owner === account)
    const known = { owner, isAssociated: isDerived && isUnchanged, mint: isMintFixed ? mint : undefined }
    return [[name, known]]
  })
  const created = facts.map((fact) => createdBy(fact, accounts, facts))
  return new Map((await Promise.all([...entries, ...created])).flat())
}
