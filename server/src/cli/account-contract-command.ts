import { embeddedAccountCreationCode } from '../../../contracts/out/embedded-account.ts'
import {
  create2DeployerAddress,
  embeddedAccountAddress,
  embeddedAccountCodeHash,
  embeddedAccountSalt,
} from '../../../shared/config/embedded-account.ts'
import type { Command } from './command.ts'

/** Calldata of the CREATE2 deployer: salt and creation code. */
const deploymentData = `${embeddedAccountSalt}${embeddedAccountCreationCode.slice(2)}`

/** Prints what deploys the account contract. A wallet of the operator sends it, so that no key is given to this program. */
export const accountContractCommand: Command = {
  path: ['account-contract'],
  summary: 'Print the transaction that deploys the account contract of the embedded wallet on a chain.',
  positionals: [],
  options: {},
  run: async (args, ports) => {
    if (args.has('json')) {
      const transaction = { to: create2DeployerAddress, value: '0x0', data: deploymentData }
      const contract = { address: embeddedAccountAddress, codeHash: embeddedAccountCodeHash }
      ports.print(JSON.stringify({ transaction, contract }))
      return 0
    }
    ports.print(
      [
        `Contract: ${embeddedAccountAddress}`,
        `Hash of its code: ${embeddedAccountCodeHash}`,
        'Send this transaction from any account, once on each chain. The account gets no rights to the contract.',
        `To: ${create2DeployerAddress}`,
        'Value: 0',
        `Data: ${deploymentData}`,
      ].join('\n'),
    )
    return 0
  },
}
