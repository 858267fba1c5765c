import * as z from '#shared/zod.ts'
import { amountSchema } from '../scale-json.ts'
import { accountOf, argument, knownCall, nativeAmount } from './call-arguments.ts'
import {
  authoritiesFor,
  type CallDecoder,
  type DecoderEntries,
  harmlessCalls,
  inPallets,
  locksAmount,
  type PalletDecoders,
} from './call-decoder.ts'

const sidesSchema = () => z.strictObject({ aye: amountSchema(), nay: amountSchema() })
const voteSchema = () =>
  z.union([
    z.strictObject({ standard: z.object({ balance: amountSchema() }) }),
    z.strictObject({ split: sidesSchema() }),
    z.strictObject({ splitAbstain: z.extend(sidesSchema(), { abstain: amountSchema() }) }),
  ])

/** The amount of a vote. @throws ZodError for an unsupported kind of vote. */
function voteAmount(json: unknown): bigint {
  const cast = z.parse(voteSchema(), json)
  if ('standard' in cast) return cast.standard.balance
  const { aye, nay, abstain } = 'split' in cast ? { ...cast.split, abstain: 0n } : cast.splitAbstain
  return aye + nay + abstain
}

/** The amount of a vote is locked until the vote is removed, or longer by its conviction. */
const vote: CallDecoder = (call) => [
  { ...knownCall(call), locked: nativeAmount(voteAmount(argument(call, 'vote').toJSON())) },
]

const voteCalls: PalletDecoders = {
  vote,
  delegate: (call, account) => [
    ...authoritiesFor(call, 'votes', [accountOf(argument(call, 'to'))], account),
    ...locksAmount('balance')(call, account),
  ],
  // Removes a vote and its lock; of another account only once that no longer changes the result.
  ...harmlessCalls('removeVote removeOtherVote unlock undelegate second'),
}

const referendumCalls = harmlessCalls(
  'submit placeDecisionDeposit refundDecisionDeposit refundSubmissionDeposit setMetadata',
)

/** Governance calls. A proposal executes with its origin's authority, not the signer's. */
export const governanceDecoders: DecoderEntries = [
  ...inPallets(['convictionVoting', 'democracy'], voteCalls),
  ...inPallets(['referenda', 'fellowshipReferenda', 'ambassadorReferenda'], referendumCalls),
  ...inPallets(['fellowshipCollective', 'ambassadorCollective'], harmlessCalls('vote')),
  ...inPallets(
    ['fellowshipSalary', 'ambassadorSalary'],
    harmlessCalls('bump induct register payout checkPayout'),
  ),
  ...inPallets(['preimage'], harmlessCalls('notePreimage unnotePreimage')),
  // Any account may trigger the payout: it goes to the recipient that the treasury or the curator chose.
  ...inPallets(['treasury'], harmlessCalls('payout checkStatus')),
  ...inPallets(['bounties'], harmlessCalls('proposeBounty claimBounty acceptCurator extendBountyExpiry')),
  ...inPallets(['childBounties'], harmlessCalls('claimChildBounty acceptCurator')),
]
