import type { TokenAccountHolder } from '../fact-kinds.ts'
import type { Fact } from '../request-facts.ts'
import { asAddress } from './address.ts'
import type { Accounts } from './read-accounts.ts'
import type { HarmlessCall } from './readers/harmless-calls.ts'
import { associatedTokenAddress, closeAuthorityOf, readTokenAccount } from './token-state.ts'

/** What a node reports of a token account, and how far that holds when the transaction is executed. */
export type KnownTokenAccount = TokenAccountHolder & {
  /** The mint; undefined where the account may be one of another mint by then. */
  readonly mint: string | undefined
}

/** Calls that name a token account and leave it with its owner and mint. */
const leavesOwner: ReadonlySet<string> = new Set<HarmlessCall | 'Memo'>([
  'CreateTokenAccount',
  'HarvestWithheldTokensToMint',
  'Memo',
  'SyncNative',
  'TransferCheckedWithFee',
])

/**
 * Whether a fact of the request may close a token account, open it anew or hand it on. Rights and unknown calls do not name
 * the accounts that they change: each may change any.
 */
const mayChange = (fact: Fact, tokenAccount: string): boolean => {
  if (fact.is === 'known-call')
    return !leavesOwner.has(fact.name) && fact.lines.some(({ value }) => value === tokenAccount)
  return fact.is === 'authority' || fact.is === 'transfer-all' || fact.is === 'unknown-call'
}

/**
 * The token accounts among those that were read. A state is that of now: the transaction itself, and others before it, may
 * close an account and open it anew for another owner and mint, where someone has its key. An associated token account has
 * no key: its address is derived from owner, mint and token program, so that it is never another mint's, nor opened for
 * another owner. Its owner can still name a close authority, who takes the coins of an account of wrapped coins.
 * @param facts of the request, flat.
 */
export async function tokenAccountOwners(
  accounts: Accounts,
  facts: readonly Fact[],
  account: string,
): Promise<ReadonlyMap<string, KnownTokenAccount>> {
  const entries = [...accounts].map(async ([name, state]) => {
    const held = readTokenAccount(state)
    const address = asAddress(name)
    if (held === undefined || address === undefined) return []
    const { owner, mint } = held
    const isDerived = (await associatedTokenAddress(owner, mint, state.owner)) === address
    const isKept = closeAuthorityOf(state) === owner && !facts.some((fact) => mayChange(fact, address))
    // An account of the user's own stays what it is until the user closes it.
    const isMintKept = isDerived || (isKept && owner === account)
    const known = { owner, isAssociated: isDerived && isKept, mint: isMintKept ? mint : undefined }
    return [[name, known] as const]
  })
  return new Map((await Promise.all(entries)).flat())
}
