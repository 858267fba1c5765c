import type { Address } from '@solana/web3.js'
import type { Fact } from '../../../request-facts.ts'
import {
  authority,
  authorityOf,
  knownCall,
  lamports,
  type ProgramDecoder,
  sourceUnlessSigner,
  withdrawal,
} from './program-call.ts'

/** Creates an account with a native amount and assigns it to a program. */
const createAccountFacts = (
  name: 'CreateAccount' | 'CreateAccountWithSeed' | 'CreateAccountAllowPrefund',
  from: Address,
  to: Address,
  amount: bigint,
  space: bigint,
  owner: Address,
  account: string,
): readonly Fact[] => [
  { is: 'transfer', from: sourceUnlessSigner(from, account), to, figure: lamports(amount) },
  to === account ? authority(name, 'account', owner) : knownCall(name, { account: to, owner, space }),
]

/** Decodes instructions of the System program (`solana-system-interface`). */
export const decodeSystem: ProgramDecoder = ({ at, input, account, count }) => {
  switch (input.u32()) {
    case 0: {
      const [amount, space, owner] = [input.u64(), input.u64(), input.key()]
      return createAccountFacts('CreateAccount', at(0), at(1), amount, space, owner, account)
    }
    case 1:
      return [authority('Assign', at(0) === account ? 'account' : 'owner', input.key())]
    case 2:
      return [
        {
          is: 'transfer',
          from: sourceUnlessSigner(at(0), account),
          to: at(1),
          figure: lamports(input.u64()),
        },
      ]
    case 3: {
      input.key()
      input.text()
      const [amount, space, owner] = [input.u64(), input.u64(), input.key()]
      return createAccountFacts('CreateAccountWithSeed', at(0), at(1), amount, space, owner, account)
    }
    case 4:
      return [{ is: 'durable', account: at(0) }]
    case 5:
      return [
        withdrawal('nonce', { from: at(0), to: at(1), by: at(4) }, input.u64(), account),
        knownCall('WithdrawNonceAccount', { account: at(0), authority: at(4) }),
      ]
    case 6:
      return authorityOf('InitializeNonceAccount', input.key(), account)
    case 7:
      return [authority('AuthorizeNonceAccount', 'owner', input.key())]
    case 8: {
      const space = input.u64()
      // An account with data can no longer pay fees.
      return at(0) === account
        ? [authority('Allocate', 'account', undefined)]
        : [knownCall('Allocate', { account: at(0), space })]
    }
    case 9: {
      input.key()
      input.text()
      input.u64()
      return [authority('AllocateWithSeed', 'owner', input.key())]
    }
    case 10: {
      input.key()
      input.text()
      return [authority('AssignWithSeed', 'owner', input.key())]
    }
    case 11: {
      const amount = input.u64()
      input.text()
      input.key()
      return [withdrawal('seed', { from: at(0), to: at(2), by: at(1) }, amount, account)]
    }
    case 12:
      return [knownCall('UpgradeNonceAccount', { account: at(0) })]
    case 13: {
      const [amount, space, owner] = [input.u64(), input.u64(), input.key()]
      const payer = count > 1 ? at(1) : at(0)
      return createAccountFacts('CreateAccountAllowPrefund', payer, at(0), amount, space, owner, account)
    }
    default:
      return undefined
  }
}
