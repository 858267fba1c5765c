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

/** How much a vote is cast with. @throws ZodError for a vote of an unknown kind. */
function castWith(json: unknown): bigint {
  const cast = z.parse(voteSchema(), json)
  if ('standard' in cast) return cast.standard.balance
  const { aye, nay, abstain } = 'split' in cast ? { ...cast.split, abstain: 0n } : cast.splitAbstain
  return aye + nay + abstain
}

/** The coins of a vote are locked: until it is removed, or by its conviction for longer. */
const vote: CallReader = (call) => [
  { ...knownCall(call), locked: native(castWith(argument(call, 'vote').toJSON())) },
]

const voteCalls: PalletReaders = {
  vote,
  delegate: (call, account) => [
    ...grantsOf(call, 'votes', [accountOf(argument(call, 'to'))], account),
    ...locks('balance')(call, account),
  ],
  // A vote, and the lock of its coins, ends; of another account only once that does not change the result.
  ...knownCalls('removeVote removeOtherVote unlock undelegate second'),
}

const referendumCalls = knownCalls(
  'submit placeDecisionDeposit refundDecisionDeposit refundSubmissionDeposit setMetadata',
)

/** Calls of governance. What a proposal does it does by the right of the origin that it is put to, not by the signer's. */
export const governanceReaders: ReaderEntries = [
  ...inPallets(['convictionVoting', 'democracy'], voteCalls),
  ...inPallets(['referenda', 'fellowshipReferenda', 'ambassadorReferenda'], referendumCalls),
  ...inPallets(['fellowshipCollective', 'ambassadorCollective'], knownCalls('vote')),
  ...inPallets(
    ['fellowshipSalary', 'ambassadorSalary'],
    knownCalls('bump induct register payout checkPayout'),
  ),
  ...inPallets(['preimage'], knownCalls('notePreimage unnotePreimage')),
  // Anyone may have it paid what was awarded: it goes to the receiver that the treasury or the curator chose.
  ...inPallets(['treasury'], knownCalls('payout checkStatus')),
  ...inPallets(['bounties'], knownCalls('proposeBounty claimBounty acceptCurator extendBountyExpiry')),
  ...inPallets(['childBounties'], knownCalls('claimChildBounty acceptCurator')),
]
