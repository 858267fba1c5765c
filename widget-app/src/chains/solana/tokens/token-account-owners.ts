import type { TokenAccountHolder } from '../../fact-kinds.ts'
import type { Fact } from '../../request-facts.ts'
import { asAddress } from '../address.ts'
import type { HarmlessCall } from '../decode/programs/harmless-calls.ts'
import { isHandOver } from '../decode/programs/program-call.ts'
import type { Accounts } from '../decode/read-accounts.ts'
import { tokenPrograms } from '../programs.ts'
import { associatedTokenAddress, closeAuthorityOf, readTokenAccount } from './token-state.ts'

/** What a node reports of a token account, and how far that holds when the transaction is executed. */
export type KnownTokenAccount = TokenAccountHolder & {
  readonly owner: string
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
    return (
      isHandOver(fact.name) ||
      (!leavesOwner.has(fact.name) && fact.lines.some(({ value }) => value === tokenAccount))
    )
  return fact.is === 'authority' || fact.is === 'transfer-all' || fact.is === 'unknown-call'
}

type Entry = readonly [address: string, known: KnownTokenAccount]

/**
 * An associated token account that the request itself opens, as one that is open: its program opens none for another owner.
 * Its token program is not in the fact.
 */
async function openedBy(fact: Fact, accounts: Accounts, facts: readonly Fact[]): Promise<readonly Entry[]> {
  if (fact.is !== 'known-call' || fact.name !== 'CreateTokenAccount') return []
  const [opened, owner, mint] = ['account', 'owner', 'mint'].map((name) =>
    asAddress(fact.lines.find(({ label }) => label === name)?.value ?? ''),
  )
  if (opened === undefined || owner === undefined || mint === undefined || accounts.has(opened)) return []
  const derived = await Promise.all(
    tokenPrograms.map((program) => associatedTokenAddress(owner, mint, program)),
  )
  if (!derived.includes(opened)) return []
  return [[opened, { owner, isAssociated: !facts.some((one) => mayChange(one, opened)), mint }]]
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
  const entries = [...accounts].map(async ([name, state]): Promise<readonly Entry[]> => {
    const held = readTokenAccount(state)
    const address = asAddress(name)
    if (held === undefined || address === undefined) return []
    const { owner, mint } = held
    const isDerived = (await associatedTokenAddress(owner, mint, state.owner)) === address
    const isKept = closeAuthorityOf(state) === owner && !facts.some((fact) => mayChange(fact, address))
    // An account of the user's own stays what it is until the user closes it.
    const isMintKept = isDerived || (isKept && owner === account)
    const known = { owner, isAssociated: isDerived && isKept, mint: isMintKept ? mint : undefined }
    return [[name, known]]
  })
  const opened = facts.map((fact) => openedBy(fact, accounts, facts))
  return new Map((await Promise.all([...entries, ...opened])).flat())
}
