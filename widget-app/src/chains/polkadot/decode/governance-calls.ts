import * as z from 'zod/mini'
import { amountSchema } from '../scale-json.ts'
import { accountOf, argument, knownCall, native } from './call-arguments.ts'
import {
  type CallReader,
  grantsOf,
  inPallets,
  knownCalls,
  locks,
  type PalletReaders,
  type ReaderEntries,
} from './call-decoder.ts'

const sidesSchema = () => z.strictObject({ aye: amountSchema(), nay: amountSchema() })
const voteSchema = () =>
  z.union([
    z.strictObject({ standard: z.object({ balance: amountSchema() }) }),
    z.strictObject({ split: sidesSchema() }),
    z.strictObject({ splitAbstain: z.extend(sidesSchema(), { abstain: amountSchema() }) }),
  ])

/** The amount of a vote. @throws ZodError for an unsupported kind of vote. */
function castWith(json: unknown): bigint {
  const cast = z.parse(voteSchema(), json)
  if ('standard' in cast) return cast.standard.balance
  const { aye, nay, abstain } = 'split' in cast ? { ...cast.split, abstain: 0n } : cast.splitAbstain
  return aye + nay + abstain
}

/** The amount of a vote is locked until the vote is removed, or longer by its conviction. */
const vote: CallReader = (call) => [
  { ...knownCall(call), locked: native(castWith(argument(call, 'vote').toJSON())) },
]

const voteCalls: PalletReaders = {
  vote,
  delegate: (call, account) => [
    ...grantsOf(call, 'votes', [accountOf(argument(call, 'to'))], account),
    ...locks('balance')(call, account),
  ],
  // Removes a vote and its lock; of another account only once that no longer changes the result.
  ...knownCalls('removeVote removeOtherVote unlock undelegate second'),
}

const referendumCalls = knownCalls(
  'submit placeDecisionDeposit refundDecisionDeposit refundSubmissionDeposit setMetadata',
)

/** Governance calls. A proposal executes with its origin's authority, not the signer's. */
export const governanceReaders: ReaderEntries = [
  ...inPallets(['convictionVoting', 'democracy'], voteCalls),
  ...inPallets(['referenda', 'fellowshipReferenda', 'ambassadorReferenda'], referendumCalls),
  ...inPallets(['fellowshipCollective', 'ambassadorCollective'], knownCalls('vote')),
  ...inPallets(
    ['fellowshipSalary', 'ambassadorSalary'],
    knownCalls('bump induct register payout checkPayout'),
  ),
  ...inPallets(['preimage'], knownCalls('notePreimage unnotePreimage')),
  // Any account may trigger the payout: it goes to the recipient that the treasury or the curator chose.
  ...inPallets(['treasury'], knownCalls('payout checkStatus')),
  ...inPallets(['bounties'], knownCalls('proposeBounty claimBounty acceptCurator extendBountyExpiry')),
  ...inPallets(['childBounties'], knownCalls('claimChildBounty acceptCurator')),
]
